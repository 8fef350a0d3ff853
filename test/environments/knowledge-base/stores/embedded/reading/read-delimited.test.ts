import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";
import { loadText, triplesOf } from "./load-text.ts";

const folder = temporaryFolder();
const LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>";
const XSD = "http://www.w3.org/2001/XMLSchema#";

/** Triples with short names, and apart from them the labels. */
async function read(content: string | Uint8Array, name = "kb.txt") {
  const { table, report } = await loadText(folder, name, content);
  const lines = triplesOf(table).map((line) =>
    line
      .replaceAll(/<urn:fuxi:kb:(?:(e:)|r:)([^>]*)>/g, (_, entity = "", text) => entity + text)
      .replaceAll(XSD, "xsd:"),
  );
  return {
    report,
    triples: lines.filter((line) => !line.includes(LABEL)),
    labels: lines.filter((line) => line.includes(LABEL)).map((line) => line.replace(` ${LABEL}`, "")),
  };
}

describe("triples in three columns", () => {
  it.each([
    ["|", "Kismet|directed_by|William Dieterle\n"],
    ["tabs", "Kismet\tdirected_by\tWilliam Dieterle\n"],
    ["runs of tabs", "Kismet\t\tdirected_by\tWilliam Dieterle\n"],
    ["| and spaces", " Kismet | directed_by | William Dieterle \r\n"],
    ["comments above and empty lines", "# films\n\nKismet|directed_by|William Dieterle\n\n"],
    ["a byte order mark", "\ufeffKismet|directed_by|William Dieterle"],
  ])("separated by %s", async (_, content) => {
    const { triples, labels, report } = await read(content);
    expect(report).toMatchObject({ format: "delimited", triples: 1, skipped: 0 });
    expect(triples).toEqual(["e:Kismet directed_by e:William_Dieterle"]);
    expect(labels).toEqual(['e:Kismet "Kismet"', 'e:William_Dieterle "William Dieterle"']);
  });

  it("reports lines without three full columns, and loads the rest", async () => {
    const good = Array.from({ length: 12 }, (_, i) => `a${i}\tp\tb`).join("\n");
    const bytes = Buffer.concat([
      Buffer.from(`${good}\na\tp\t\n\tp\tb\na\tp\na\tp\tb\tc\n`),
      Buffer.from([0x61, 9, 0x70, 9, 0xff, 10]),
      Buffer.from("z\tp\tb\n"),
    ]);
    const { report, triples } = await read(bytes);
    expect(report.triples).toBe(13);
    expect(triples).toHaveLength(13);
    expect(report.examples).toEqual([
      { line: 13, reason: "the object is empty", text: "a p" },
      { line: 14, reason: "the subject is empty", text: "p b" },
      { line: 15, reason: "2 columns rather than 3", text: "a p" },
      { line: 16, reason: "4 columns rather than 3", text: "a p b c" },
      { line: 17, reason: "not valid UTF-8", text: expect.stringMatching(/^a p/) },
    ]);
  });

  it("names entities and relations so that names read back and differ where texts do", async () => {
    const texts = [
      "a b",
      "a_b",
      "a%5Fb",
      "a%20b",
      "/m/02x",
      "m.02x",
      "(500) Days",
      "'night, Mother",
      "Inc.",
      "a/b c",
      "..",
      "é Ł",
      "+1",
    ];
    const { labels } = await read(texts.map((text) => `${text}|is in|x`).join("\n"));
    const names = labels.map((line) => line.slice(0, line.indexOf(" ")));
    expect(new Set(names).size).toBe(texts.length + 1);
    expect(names.every((name) => /^e:[\p{L}\p{N}%_.'-]+$/u.test(name))).toBe(true);
    expect(names).toEqual(expect.arrayContaining(["e:Inc%2E", "e:é_Ł", "e:%27night%2C_Mother"]));
  });

  it("writes paths as Freebase does, and takes IRIs for what they are", async () => {
    const { triples, labels } = await read(
      "/m/027rn\t/location/country/form_of_government\t/m/06cx9\n/m/06cx9\t/a/b./c/d\t<http://x/o>\nhttp://x/s\thttp://x/p\thttp://x/o\n",
    );
    expect(triples).toEqual([
      "-s -p -o",
      "e:m.027rn location.country.form_of_government e:m.06cx9",
      "e:m.06cx9 a.b..c.d -o",
    ]);
    expect(labels).toEqual(['e:m.027rn "/m/027rn"', 'e:m.06cx9 "/m/06cx9"']);
  });
});

describe("values in three columns", () => {
  const rows = (relation: string, objects: readonly string[]) =>
    objects.map((object, i) => `film ${i}|${relation}|${object}`).join("\n");

  it.each([
    ["whole numbers", "votes", ["1", "-20", "0"], "integer"],
    ["decimals, with whole numbers among them", "rating", ["1.5", "7", "-0.25"], "decimal"],
    ["dates", "born", ["1950-01-31", "2000-12-01"], "date"],
    ["years, by the name of the relation", "release_year", ["1950", "2001"], "gYear"],
    ["years in camel case", "releaseYear", ["1950", "2001"], "gYear"],
    ["numbers that only look like years", "pages", ["1950", "2001"], "integer"],
  ])("are %s", async (_, relation, objects, type) => {
    const { triples } = await read(rows(relation, objects));
    expect(triples.map((line) => line.split(" ")[2]).sort()).toEqual(
      objects.map((object) => `"${object}"^^<xsd:${type}>`).sort(),
    );
  });

  it.each([
    ["texts", "has_tag", ["1950", "war", "love"]],
    ["codes with leading zeros", "zip", ["01234", "00001"]],
    ["numbers of very many digits", "isbn", ["97801234567890123", "97801234567890124"]],
    ["dates that do not exist", "born", ["1950-13-01", "1950-00-10"]],
  ])("are not made of %s", async (_, relation, objects) => {
    const { triples } = await read(rows(relation, objects));
    expect(triples.every((line) => / e:\S+$/.test(line))).toBe(true);
  });

  it("are told apart from entities of the same text; a slip stays an entity", async () => {
    const years = Array.from({ length: 40 }, (_, i) => `film ${i}|release_year|${1960 + i}`);
    const { triples } = await read(
      `${years.join("\n")}\n1984|directed_by|Radford\nfilm 1|release_year|murder\n`,
    );
    expect(triples).toContain('e:film_24 release_year "1984"^^<xsd:gYear>');
    expect(triples).toContain("e:1984 directed_by e:Radford");
    expect(triples).toContain("e:film_1 release_year e:murder");
  });

  it("are not made where numbers stand for things", async () => {
    const { triples } = await read("1\tknows\t2\n2\tknows\t3\n3\tage\t40\n");
    expect(triples).toEqual(["e:1 knows e:2", "e:2 knows e:3", 'e:3 age "40"^^<xsd:integer>']);
  });
});
