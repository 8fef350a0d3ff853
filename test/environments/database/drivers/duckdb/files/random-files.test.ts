import { expect, it } from "vitest";
import { fileLoader } from "../../../../../support/loaded-files.ts";
import { Seeded } from "../../../../../support/random-programs.ts";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";

const { only } = fileLoader(temporaryFolder());
const TABLES = 20;

/** Letters that Windows-1252 has, too, with everything that delimited text is written with. */
const LETTERS = [..."abcdefgXYZ äöüéß€“”’…", ",", ";", "|", "\t", '"', "'", "\n", "\\", "0", "7", ".", "-"];

type Column = (random: Seeded) => string | null;

const COLUMNS: readonly Column[] = [
  (random) => `k${Array.from({ length: 1 + random.below(12) }, () => random.pick(LETTERS)).join("")}z`,
  (random) => (random.below(4) === 0 ? null : `word ${random.below(50)}`),
  (random) => String(random.below(100_000) - 5000),
  (random) => String(9_007_199_254_740_993n + BigInt(random.below(1000))),
  (random) => (random.below(1_000_000) / 100).toFixed(2),
  (random) => String(random.below(10_000)).padStart(5, "0"),
  (random) => `20${10 + random.below(20)}-0${1 + random.below(9)}-1${random.below(10)}`,
];

/** Every letter of Windows-1252 that the tables have, as its byte. */
const BYTES: Readonly<Record<string, number>> = { "€": 0x80, "…": 0x85, "’": 0x92, "“": 0x93, "”": 0x94 };

const ENCODINGS: Readonly<Record<string, (text: string) => Uint8Array>> = {
  "UTF-8": (text) => Buffer.from(text),
  "UTF-8 with a mark": (text) => Buffer.from(`\ufeff${text}`),
  "UTF-16": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "Windows-1252": (text) => Uint8Array.from([...text], (letter) => BYTES[letter] ?? letter.charCodeAt(0)),
};

interface Writing {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly quoteAll: boolean;
}

function written(
  rows: readonly (readonly (string | null)[])[],
  { delimiter, lineEnd, quoteAll }: Writing,
): string {
  const cell = (text: string | null): string => {
    const plain = text ?? "";
    const needs = quoteAll || /[",;|\t\n\r']/u.test(plain) || plain !== plain.trim();
    return needs ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return rows.map((row) => row.map(cell).join(delimiter)).join(lineEnd) + lineEnd;
}

/** As the text of a cell was before it got a type: the types of this test give back what was written. */
function asText(value: unknown): string | null {
  return value === null ? null : String(value);
}

it.each(Array.from({ length: TABLES }, (_, seed) => [seed]))(
  "A table is the same after it was written in some way and loaded (%i)",
  async (seed) => {
    const random = new Seeded(seed);
    const columns = Array.from({ length: 2 + random.below(6) }, () => random.pick(COLUMNS) as Column);
    const names = columns.map((_, at) => `name ${"abcdefgh"[at]}`);
    const rows = Array.from({ length: 5 + random.below(60) }, (_, at) => [
      `row${at}`,
      ...columns.map((column) => column(random)),
    ]);
    const writing = {
      delimiter: random.pick([",", ";", "\t", "|"]) as string,
      lineEnd: random.pick(["\n", "\r\n", "\r"]) as string,
      quoteAll: random.below(3) === 0,
    };
    const encoding = random.pick(Object.keys(ENCODINGS)) as string;
    const text = written([["key", ...names], ...rows], writing);
    const loaded = await only("t.csv", (ENCODINGS[encoding] as (text: string) => Uint8Array)(text));
    expect(loaded.names, JSON.stringify({ writing, encoding })).toEqual(["key", ...names]);
    expect(
      loaded.rows.map((row) => row.map(asText)),
      JSON.stringify({ writing, encoding }),
    ).toEqual(rows);
  },
);
