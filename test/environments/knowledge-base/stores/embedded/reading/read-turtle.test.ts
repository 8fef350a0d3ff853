import { Parser } from "n3";
import { describe, expect, it } from "vitest";
import { LoadFaults } from "../../../../../../src/environments/knowledge-base/stores/embedded/reading/load-faults.ts";
import {
  type ParsedQuad,
  TermFactory,
} from "../../../../../../src/environments/knowledge-base/stores/embedded/reading/term-factory.ts";
import { TurtleReader } from "../../../../../../src/environments/knowledge-base/stores/embedded/reading/turtle-reader.ts";
import { TableBuilder } from "../../../../../../src/environments/knowledge-base/stores/embedded/table/table-builder.ts";
import { triplesOf } from "./load-text.ts";

const BASE = "http://x/";

async function read(content: string | Uint8Array, chunk = 1 << 20) {
  const bytes = Buffer.from(content);
  const builder = new TableBuilder();
  const faults = new LoadFaults();
  const reader = new TurtleReader(builder, faults, { base: BASE });
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk));
  reader.end();
  const report = faults.report("turtle", builder.triples);
  const table = await builder.finish({ signal: new AbortController().signal });
  return { triples: triplesOf(table), report, graphs: reader.graphs };
}

/** What n3 makes of the whole document. */
async function reference(content: string) {
  const builder = new TableBuilder();
  const parser = new Parser({
    format: "text/turtle",
    factory: new TermFactory() as never,
    baseIRI: BASE,
    blankNodePrefix: "_:",
  });
  for (const quad of parser.parse(content) as unknown as ParsedQuad[])
    builder.addTerms(quad.subject, quad.predicate, quad.object);
  return triplesOf(await builder.finish({ signal: new AbortController().signal }));
}

const PREFIX = "@prefix : <http://x/> .\n";

const RICH = String.raw`@prefix : <http://x/> . # a comment with a . and a " and an <iri
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
@prefix a.b: <http://x/ab/>.
:s :p :o . :s :p "a . b", 'c . d', "e # f . " ; :q <http://x/a#b.c> .
:s :p """long . with "quotes" and
several lines .
  "quoted" ."" """, '''it's . ''' .
:s a :C;:n 1, 1.5, .5, -2.5e10, 1.e3, true.
:dots.in.name :p a.b:c.d, :e\.f, :g\'h, :%20x, :1.5 .
:t :p [ :q "x . y" ; :r [ a :D ] ], ( 1 2 :z ( ) ) .
[] :p :o . [ :only :this ] .
_:b1 :p _:b.2 . _:b.2 :p _:anon-0 .
<rel> :p <#frag>, <> .
:l :p "x"@EN-us, "y"^^xsd:date, "z"^^<http://x/d> .
<< :s :p :o >> :since 1999 . :u :v :w {| :x :y |} .
@base <http://y.example/dir/file> .
<rel> :p <../up> .
BASE <sub/>
<rel> :p <#f> .
<http://x/plain> <http://x/p> "N-Triples . in Turtle"@EN .
`;

describe("Turtle", () => {
  it("is read as n3 reads all of it at once, however it is cut into chunks", async () => {
    const wanted = await reference(RICH);
    expect(wanted.length).toBeGreaterThan(45);
    for (const chunk of [1, 2, 5, 17, 100, 1 << 20]) {
      const { triples, report } = await read(RICH, chunk);
      expect(report.examples).toEqual([]);
      expect(triples).toEqual(wanted);
    }
  });

  it("keeps blank nodes the same throughout a file of many batches", async () => {
    const lines = Array.from({ length: 6000 }, (_, i) => `_:one :p "${"x".repeat(50)}${i}" . [] :q ${i} .\n`);
    const { triples, report } = await read(PREFIX + lines.join(""));
    expect(report.skipped).toBe(0);
    expect(new Set(triples.map((line) => line.split(" ")[0])).size).toBe(6001);
  });

  it("takes a byte order mark and CR LF", async () => {
    const { triples } = await read(`\ufeff${PREFIX}:s :p :o .\n`.replaceAll("\n", "\r\n"));
    expect(triples).toEqual(["-s -p -o"]);
  });
});

describe("TriG", () => {
  it("puts graphs together and counts those with a name", async () => {
    const { triples, graphs, report } = await read(
      `${PREFIX}
:s :p 1 .
{ :s :p 2 . }
:g { :s :p 3 . :s :p 4 }
GRAPH <http://x/h> { :s :p "}" , "{" }
<http://x/h> { :s :p [ :q {| |} ] }
_:g {}
`.replace(" {| |}", " 5"),
    );
    expect(report.examples).toEqual([]);
    expect(triples.filter((line) => line.startsWith("-s"))).toHaveLength(7);
    expect(graphs).toBe(3);
  });

  it("says what stood where a graph should begin", async () => {
    const { triples, report } = await read(`${PREFIX}:a :b :c\n:g { :s :p :o }\n`);
    expect(triples).toEqual(["-s -p -o"]);
    expect(report.examples).toMatchObject([{ line: 2, text: ":a :b :c :g" }]);
  });
});

describe("faulty Turtle", () => {
  it.each([
    ["a prefix that is not declared", ":a :p nope:o .", 3],
    ["a missing object", ":a :p .", 3],
    ["an unknown word", "hello world .", 3],
    ["a string that is not closed", ':a :p "abc .\n', 3],
    ["an IRI that is not closed", ":a :p <http://x/abc .\n", 3],
    ["an IRI with a space", ":a :p <http://x/a b#c> .", 3],
    ["a bracket that is not closed", ":a :p [ :q :r .", 3],
    ["a list that is not closed", ":a :p ( 1 2 .", 3],
    ["a bracket too many", ":a :p :r ] .", 3],
    ["a wrong escape", String.raw`:a :p "\q" .`, 3],
    ["a NUL byte", ":a :p\u0000 :o .", 3],
    ["a wrong prefix line", "@prefix x <http://x/> .", 3],
    ["a statement of several lines", ":a :p :b ;\n  :q nope:x ;\n  :r :c .", 3],
  ])("%s: the statement is left out, and those around it are read", async (_, statement, line) => {
    const { triples, report } = await read(`${PREFIX}:before :p :o .\n${statement}\n:after :p "a.b" .\n`);
    expect(report.examples).toHaveLength(1);
    expect(report.examples[0]?.line).toBe(line);
    expect(report.complete).toBe(true);
    expect(triples).toEqual(['-after -p "a.b"', "-before -p -o"]);
  });

  it("takes the next statement along where a full stop is missing, and no more", async () => {
    const { triples, report } = await read(`${PREFIX}:a :p :b\n:c :p :d .\n:e :p :f .\n`);
    expect(triples).toEqual(["-e -p -f"]);
    expect(report.examples).toMatchObject([{ line: 2, text: ":a :p :b :c :p :d ." }]);
  });

  it("reads on behind the first line of a long string that is never closed", async () => {
    const { triples, report } = await read(`${PREFIX}:a :p """abc\n:c :p :d .\n:e :p :f .\n`);
    expect(triples).toEqual(["-c -p -d", "-e -p -f"]);
    expect(report.examples).toMatchObject([{ line: 2, reason: "a long string is not closed" }]);
  });

  it("reports what the end of the file cuts off", async () => {
    const { triples, report } = await read(`${PREFIX}:a :p :b .\n:c :p`);
    expect(triples).toEqual(["-a -p -b"]);
    expect(report.examples).toMatchObject([{ line: 3 }]);
  });

  it("leaves out a statement that is no UTF-8", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${PREFIX}:a :p "`),
      Buffer.from([0xff]),
      Buffer.from('" .\n:b :p "é" .'),
    ]);
    const { triples, report } = await read(bytes);
    expect(triples).toEqual(['-b -p "é"']);
    expect(report.examples).toMatchObject([{ line: 2, reason: "not valid UTF-8" }]);
  });

  it("says in which line of a statement the fault is, and no line twice", async () => {
    const { report } = await read(`${PREFIX}:a :p :b ;\n  :q nope:x .\n`);
    expect(report.examples[0]).toMatchObject({ line: 2, reason: 'Undefined prefix "nope:" (in line 3)' });
  });

  it("finds every faulty statement among many", async () => {
    const lines = Array.from({ length: 5000 }, (_, i) =>
      i % 97 === 0 ? `:s${i} :p nope:x .` : `:s${i} :p [] .`,
    );
    const { triples, report } = await read(PREFIX + lines.join("\n"));
    const faulty = lines.flatMap((line, i) => (line.includes("nope") ? [i + 2] : []));
    expect(report.skipped).toBe(faulty.length);
    expect(report.examples.map(({ line }) => line)).toEqual(faulty.slice(0, 20));
    expect(triples).toHaveLength(5000 - faulty.length);
  });

  it("uses a prefix as it was declared last, also around a fault", async () => {
    const { triples } = await read(
      `@prefix n: <http://x/1/> .\nn:a n:p n:b .\nnope:a n:p n:b .\n@prefix n: <http://x/2/> .\nn:a n:p n:b .\n`,
    );
    expect(triples).toEqual(["-1/a -1/p -1/b", "-2/a -2/p -2/b"]);
  });
});
