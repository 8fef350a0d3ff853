import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";
import { loadText, triplesOf } from "./load-text.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";
const folder = temporaryFolder();
let files = 0;

async function read(content: string | Uint8Array) {
  const { table, report } = await loadText(folder, `${files++}.nt`, content);
  return { triples: triplesOf(table), report, table };
}

const s = "<http://x/s>";
const p = "<http://x/p>";

describe("what N-Triples may hold", () => {
  it.each([
    ["an IRI", "<http://x/o>", "-o"],
    ["a blank node", "_:b.1-2", "_:b.1-2"],
    ["a string", '"a b"', '"a b"'],
    ["a language, in any case", '"a"@EN-gb', '"a"@en-gb'],
    ["a datatype", `"01"^^<${XSD}integer>`, `"01"^^<${XSD}integer>`],
    ["xsd:string, which is no datatype", `"1"^^<${XSD}string>`, '"1"'],
    ["escapes", String.raw`"\t\b\n\r\f\"\'\\"`, String.raw`"\t\u0008\n\r\u000C\"'\\"`],
    ["escaped characters", String.raw`"\u00e9\U0001F600\u0041"`, '"é😀A"'],
    ["escaped characters in IRIs", String.raw`<http://x/\u00e9>`, "-é"],
    ["characters as they are", '"é😀\u0000"', String.raw`"é😀\u0000"`],
    ["directional text", '"a"@en--ltr', '"a"@en--ltr'],
  ])("%s", async (_, object, wanted) => {
    const { triples, report } = await read(`${s} ${p} ${object} .\n`);
    expect(report.examples).toEqual([]);
    expect(triples).toEqual([`-s -p ${wanted}`]);
  });

  it.each([
    ["tabs and spaces", `\t ${s}\t${p}  <http://x/o>\t.\t\n`],
    ["no space at all", `${s}${p}<http://x/o>.`],
    ["comments and empty lines", `# a\n\n  # b\n${s} ${p} <http://x/o> . # c\n`],
    ["lines that end in CR LF", `\r\n${s} ${p} <http://x/o> .\r\n# a\r\n`],
    ["a byte order mark", `\ufeff${s} ${p} <http://x/o> .`],
    ["the same triple twice", `${s} ${p} <http://x/o> .\n${s} ${p} <http://x/o> .\n`],
  ])("%s", async (_, content) => {
    const { triples, report } = await read(content);
    expect(report.examples).toEqual([]);
    expect(triples).toEqual(["-s -p -o"]);
  });

  it("reads lines that stand in several chunks of the file", async () => {
    const long = "abcdefghi ".repeat(250_000);
    const lines = Array.from(
      { length: 40 },
      (_, i) => `${s} ${p} "${"é".repeat(i * 999)}\\n${i}"@en .\r\nbad ${i}\n`,
    );
    const { triples, report } = await read(`${lines.join("")}${s} ${p} "${long}" .\n${s} ${p} "end" .`);
    expect(report).toMatchObject({ triples: 42, skipped: 40 });
    expect(triples).toContain(`-s -p "${long}"`);
    expect(new Set(triples).size).toBe(42);
  });
});

describe("lines that are no N-Triples", () => {
  it.each([
    ["no full stop", `${s} ${p} ${s}`, /no full stop/],
    ["a term too few", `${s} ${p} .`, /a term is expected/],
    ["a literal as subject", `"a" ${p} ${s} .`, /a term is expected/],
    ["a relative IRI as subject", `<s> ${p} ${s} .`, /relative/],
    ["a relative datatype", `${s} ${p} "a"^^<integer> .`, /relative/],
    ["a space in an IRI", `${s} ${p} <http://x/a b> .`, /space/],
    ["an escaped space in an IRI", String.raw`${s} ${p} <http://x/\u0020> .`, /no IRI may have/],
    ["a string that is not closed", `${s} ${p} "abc .`, /not closed/],
    ["a wrong escape", String.raw`${s} ${p} "a\qb" .`, /escape/],
    ["a number beyond all characters", String.raw`${s} ${p} "\U00110000" .`, /escape/],
    ["a datatype that is no IRI", `${s} ${p} "a"^^xsd:string .`, /datatype/],
    ["a statement about a statement", `<< ${s} ${p} ${s} >> ${p} ${s} .`, /RDF-star/],
    ["a Turtle directive", "@prefix x: <http://x/> .", /a term is expected/],
  ])("%s", async (_, line, reason) => {
    const good = `${s} ${p} <http://x/o> .`;
    const { triples, report, table } = await read(`# first\n${line}\n${good}\n`);
    expect(report.examples).toHaveLength(1);
    expect(report.examples[0]).toMatchObject({ line: 2, reason: expect.stringMatching(reason) });
    expect(report.skipped).toBe(1);
    expect(triples).toEqual(["-s -p -o"]);
    expect(table.dictionary.count, "nothing of the line is kept").toBe(3);
  });

  it.each([
    [
      "subject",
      Buffer.concat([Buffer.from("<http://x/"), Buffer.from([0xff]), Buffer.from(`> ${p} ${s} .\n`)]),
    ],
    ["literal", Buffer.concat([Buffer.from(`${s} ${p} "`), Buffer.from([0xc3]), Buffer.from('" .\n')])],
    [
      "escaped literal",
      Buffer.concat([Buffer.from(`${s} ${p} "\\n`), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('" .\n')]),
    ],
  ])("bytes that are no UTF-8 in a %s", async (_, line) => {
    const { triples, report } = await read(Buffer.concat([line, Buffer.from(`${s} ${p} "é" .\n`)]));
    expect(report.examples.map(({ line: at, reason }) => [at, reason])).toEqual([[1, "not valid UTF-8"]]);
    expect(triples).toEqual(['-s -p "é"']);
  });

  it("counts all of them and tells the first 20", async () => {
    const { report } = await read(`${"bad\n".repeat(50)}${s} ${p} ${s} .`);
    expect(report.skipped).toBe(50);
    expect(report.examples.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });
});

describe("N-Quads", () => {
  it("puts all graphs together and counts them", async () => {
    const { triples, report } = await read(
      `${s} ${p} "1" <http://x/g> .\n${s} ${p} "1" _:g .\n${s} ${p} "2" <http://x/g> .\n${s} ${p} "3" .\n`,
    );
    expect(report.skipped).toBe(0);
    expect(triples).toEqual(['-s -p "1"', '-s -p "2"', '-s -p "3"']);
    expect(report.remarks).toEqual([expect.stringContaining("2 named graphs")]);
  });

  it("leaves out a line whose graph is no IRI", async () => {
    const { report } = await read(`${s} ${p} "1" "g" .\n${s} ${p} "1" <g> .\n${s} ${p} "2" .`);
    expect(report.skipped).toBe(2);
  });
});
