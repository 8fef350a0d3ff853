import { writeFileSync } from "node:fs";
import { join } from "node:path";
import writeExcelFile from "write-excel-file/node";

/** Three files about the same 300 people, as three systems export them: `node bench/first-week/three-files.ts FOLDER`. */
const folder = process.argv[2] ?? ".";

const FIRST = ["Jürgen", "Anna", "Søren", "Zoë", "Björn", "María", "Karl-Heinz", "Ulrike", "Günter", "Änne"];
const LAST = [
  "Müller",
  "Weiß",
  "Krämer",
  "Öztürk",
  "van der Berg",
  "Schröder",
  "García",
  "Groß",
  "Nuñez",
  "Bäcker",
];
const CITIES = ["Köln", "München", "Düsseldorf", "Berlin", "Lübeck"];
const STREETS = ["Ahorn", "Birken", "Linden"];
const people = Array.from({ length: 300 }, (_, i) => ({
  first: FIRST[i % 10] ?? "",
  last: `${LAST[Math.floor(i / 10) % 10]}${i < 100 ? "" : i < 200 ? "-Roth" : "-Lang"}`,
  city: CITIES[i % 5] ?? "",
  street: `${STREETS[i % 3]}straße ${i + 1}`,
  day: new Date(Date.UTC(2024, 0, 1 + i * 3)),
  revenue: (i * 137.35) % 9000,
}));

const two = (n: number): string => String(n).padStart(2, "0");
const german = (day: Date): string =>
  `${two(day.getUTCDate())}.${two(day.getUTCMonth() + 1)}.${day.getUTCFullYear()}`;
const amount = (n: number): string =>
  n
    .toFixed(2)
    .replace(".", ",")
    .replace(/\B(?=(\d{3})+(?!\d))/gu, ".");

const crm = people.map(
  ({ first, last, city, street, day, revenue }, i) =>
    `${1000 + i};${first} ${last};${street};${city};${german(day)};${amount(revenue)}`,
);
writeFileSync(
  join(folder, "crm.csv"),
  Buffer.from(["Kd-Nr;Name;Straße;Ort;Kunde seit;Umsatz", ...crm, ""].join("\r\n"), "latin1"),
);

const shop = people.flatMap(({ first, last, day }, i) =>
  Array.from({ length: (i % 4) + 1 }, (_, n) => {
    const name = i % 2 === 0 ? `${last}, ${first}`.toUpperCase() : `${first} ${last}`.toUpperCase();
    const ordered = new Date(day.getTime() + n * 40 * 86_400_000).toISOString().slice(0, 10);
    return `${i * 10 + n},"${name}",${ordered},${(20 + ((i * 7 + n * 3) % 400) + 0.5).toFixed(2)}`;
  }),
);
writeFileSync(join(folder, "shop.csv"), ["order_id,customer,ordered,total", ...shop, ""].join("\n"));

const SPELLED: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
  ß: "ss",
  ø: "oe",
  ë: "e",
  í: "i",
  ñ: "n",
};
const spelled = (text: string): string =>
  text.replace(/[äöüÄÖÜßøëíñ]/gu, (letter) => SPELLED[letter] ?? letter);
const newsletter = people
  .filter((_, i) => i % 3 !== 0)
  .map(({ first, last, day }, i) => [
    { type: String, value: `${spelled(`${first} ${last}`)}${i % 2 === 0 ? "  " : ""}` },
    { type: Date, value: day, format: "dd.mm.yyyy" },
    { type: Boolean, value: i % 5 !== 0 },
  ]);
const header = ["Name", "Angemeldet", "Aktiv"].map((value) => ({ value, fontWeight: "bold" as const }));
await writeExcelFile([header, ...newsletter]).toFile(join(folder, "newsletter.xlsx"));
