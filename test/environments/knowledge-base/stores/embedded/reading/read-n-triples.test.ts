import { describe, expect, it } from "vitest";
import { lineBlocks } from "../../../../../../src/environments/knowledge-base/stores/embedded/reading/line-blocks.ts";
import { LoadFaults } from "../../../../../../src/environments/knowledge-base/stores/embedded/reading/load-faults.ts";
import { NTriplesReader } from "../../../../../../src/environments/knowledge-base/stores/embedded/reading/n-triples-reader.ts";
import { TableBuilder } from "../../../../../../src/environments/knowledge-base/stores/embedded/table/table-builder.ts";
import { triplesOf } from "./load-text.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";

async function read(content: string | Uint8Array, options: { quads?: boolean; chunk?: number } = {}) {
  const bytes = Buffer.from(content);
  const builder = new TableBuilder();
  const faults = new LoadFaults();
  const reader = new NTriplesReader(builder, faults, { quads: options.quads ?? false });
  for await (const block of lineBlocks(chunksOf(bytes, options.chunk ?? bytes.length))) reader.read(block);
  const { graphs } = reader;
  const report = faults.report("n-triples", builder.triples);
  const table = await builder.finish({ signal: new AbortController().signal });
  return { triples: triplesOf(table), report, graphs, table };
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  // One piece of memory for all chunks, as a file is read.
  const memory = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    memory.set(part);
    yield memory.subarray(0, part.length);
  }
}

const s = "<http://x/s>";
const p = "<http://x/p>";

describe("what N-Triples may hold", () => {
  it.each([
    ["an IRI", "<http://x/o>", "-o"],
    ["a blank node", "_:b.1-2", "_:b.1-2"],
    ["a string", '"a b"', '"a b"'],
    ["an empty string", '""', '""'],
    ["a language, in any case", '"a"@EN-gb', '"a"@en-gb'],
    ["a datatype", `"01"^^<${XSD}integer>`, `"01"^^<${XSD}integer>`],
    ["xsd:string, which is no datatype", `"1"^^<${XSD}string>`, '"1"'],
    ["escapes", String.raw`"\t\b\n\r\f\"\'\\"`, String.raw`"\t\u0008\n\r\u000C\"'\\"`],
    ["escaped characters", String.raw`"\u00e9\U0001F600\u0041"`, '"é😀A"'],
    ["escaped characters in IRIs", String.raw`<http://x/\u00e9>`, "-é"],
    ["characters as they are", '"é😀\u0000"', String.raw`"é😀\u0000"`],
    ["a quoted triple", '<< <http://x/s> <http://x/p> "a"@EN >>', '<<-s -p "a"@en>>'],
    ["a quoted triple of RDF 1.2", '<<( <http://x/s> <http://x/p> "a" )>>', '<<-s -p "a">>'],
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
    ["no line feed at the end", `${s} ${p} <http://x/o> .`],
  ])("%s", async (_, content) => {
    const { triples, report } = await read(content);
    expect(report.examples).toEqual([]);
    expect(triples).toEqual(["-s -p -o"]);
  });

  it("reads the same however the file is cut into chunks", async () => {
    const lines = Array.from(
      { length: 40 },
      (_, i) =>
        `${s} ${p} "${"é".repeat(i)}\\n${i}"@en .\r\n_:b${i} ${p} <http://x/${i % 7}> .\n# ${i}\nbad ${i}\n`,
    ).join("");
    const whole = await read(lines);
    expect(whole.report.skipped).toBe(40);
    expect(whole.triples).toHaveLength(80);
    for (const chunk of [1, 2, 3, 7, 64, 1000]) {
      const { triples, report } = await read(lines, { chunk });
      expect(triples).toEqual(whole.triples);
      expect(report).toEqual(whole.report);
    }
  });
});

describe("lines that are no N-Triples", () => {
  it.each([
    ["no full stop", `${s} ${p} ${s}`, /no full stop/],
    ["a term too few", `${s} ${p} .`, /a term is expected/],
    ["only a subject", s, /an IRI is expected/],
    ["a fourth term", `${s} ${p} ${s} <http://x/g> .`, /fourth term/],
    ["something behind the full stop", `${s} ${p} ${s} . ${s}`, /behind the full stop/],
    ["a literal as subject", `"a" ${p} ${s} .`, /a term is expected/],
    ["a blank node as relation", `${s} _:p ${s} .`, /IRI is expected/],
    ["a relative IRI as subject", `<s> ${p} ${s} .`, /relative/],
    ["a relative IRI as relation", `${s} <p> ${s} .`, /relative/],
    ["a relative IRI as object", `${s} ${p} <#o> .`, /relative/],
    ["a relative datatype", `${s} ${p} "a"^^<integer> .`, /relative/],
    ["a space in an IRI", `${s} ${p} <http://x/a b> .`, /space/],
    ["a brace in an IRI", `${s} ${p} <http://x/{a}> .`, /\{/],
    ["an IRI that is not closed", `${s} ${p} <http://x/a`, /not closed/],
    ["an escaped space in an IRI", String.raw`${s} ${p} <http://x/\u0020> .`, /no IRI may have/],
    ["a string that is not closed", `${s} ${p} "abc .`, /not closed/],
    ["a string that ends in a backslash", `${s} ${p} "abc\\`, /not closed/],
    ["a wrong escape", String.raw`${s} ${p} "a\qb" .`, /escape/],
    ["too few digits in an escape", String.raw`${s} ${p} "a\u12" .`, /escape/],
    ["half a character", String.raw`${s} ${p} "\uD83D" .`, /escape/],
    ["a number beyond all characters", String.raw`${s} ${p} "\U00110000" .`, /escape/],
    ["a language without letters", `${s} ${p} "a"@ .`, /language/],
    ["a datatype that is no IRI", `${s} ${p} "a"^^xsd:string .`, /datatype/],
    ["a quoted triple that is not closed", `<< ${s} ${p} ${s} > ${p} ${s} .`, /not closed/],
    ["a Turtle directive", "@prefix x: <http://x/> .", /a term is expected/],
    ["an abbreviated name", `x:a ${p} ${s} .`, /a term is expected/],
    ["a NUL byte", `\u0000${s} ${p} ${s} .`, /a term is expected/],
    ["a NUL byte in an IRI", `${s} ${p} <http://x/\u0000> .`, /U\+0000/],
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

  it("shows the beginning of the line in one short line", async () => {
    const { report } = await read(`bad\t${"x".repeat(500)}\n`);
    expect(report.examples[0]?.text).toMatch(/^bad x+…$/);
    expect(report.examples[0]?.text).toHaveLength(120);
  });

  it("counts all of them and tells the first 20", async () => {
    const { report } = await read("bad\n".repeat(50));
    expect(report.skipped).toBe(50);
    expect(report.examples.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });
});

describe("N-Quads", () => {
  it("puts all graphs together and counts them", async () => {
    const { triples, graphs, report } = await read(
      `${s} ${p} "1" <http://x/g> .\n${s} ${p} "1" _:g .\n${s} ${p} "2" <http://x/g> .\n${s} ${p} "3" .\n<< ${s} ${p} ${s} >> ${p} "4" <http://x/h> .\n`,
      { quads: true },
    );
    expect(report.skipped).toBe(0);
    expect(triples).toEqual(['-s -p "1"', '-s -p "2"', '-s -p "3"', '<<-s -p -s>> -p "4"']);
    expect(graphs).toBe(3);
  });

  it("leaves out a line whose graph is no IRI", async () => {
    const { report } = await read(`${s} ${p} "1" "g" .\n${s} ${p} "1" <g> .\n`, { quads: true });
    expect(report.skipped).toBe(2);
  });
});

it("reads a line that is longer than many chunks", async () => {
  const text = Buffer.alloc(12_000_000, "abcdefghi ");
  const line = Buffer.concat([Buffer.from(`${s} ${p} "`), text, Buffer.from(`" .\n${s} ${p} "b" .\n`)]);
  const builder = new TableBuilder();
  const reader = new NTriplesReader(builder, new LoadFaults(), { quads: false });
  for await (const block of lineBlocks(chunksOf(line, 1 << 20))) reader.read(block);
  expect(builder.triples).toBe(2);
  expect(builder.literals.bytesOf(0)).toHaveLength(text.length);
});
