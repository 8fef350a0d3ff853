import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";
import { loadText, triplesOf } from "./load-text.ts";

const folder = temporaryFolder();
const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

const xml = (inside: string, before = '<?xml version="1.0"?>') =>
  `${before}\n<rdf:RDF xmlns:rdf="${RDF}" xmlns="http://x/">\n${inside}\n</rdf:RDF>\n`;
const described = (name: string, value: string) =>
  `<rdf:Description rdf:about="http://x/${name}"><p xml:lang="EN">${value}</p></rdf:Description>`;

describe("RDF/XML", () => {
  it("is read with types, blank nodes, languages, datatypes and entities", async () => {
    const doctype = '<?xml version="1.0"?>\n<!DOCTYPE rdf:RDF [ <!ENTITY e "http://x/"> ]>';
    const { table, report } = await loadText(
      folder,
      "a.rdf",
      xml(
        `<C rdf:about="&e;s"><p xml:lang="EN-gb">é &amp; a</p><q rdf:datatype="http://x/d">1</q>
         <r rdf:nodeID="b"/><s rdf:parseType="Resource"><t rdf:resource="http://x/o"/></s></C>`,
        doctype,
      ),
    );
    expect(report).toMatchObject({ format: "rdf-xml", skipped: 0, complete: true, triples: 6 });
    expect(triplesOf(table).map((line) => line.replace(/_:df_[\d_]+/, "_:anon"))).toEqual(
      [
        `-s <${RDF}type> -C`,
        '-s -p "é & a"@en-gb',
        '-s -q "1"^^-d',
        "-s -r _:b",
        "-s -s _:anon",
        "_:anon -t -o",
      ].sort(),
    );
  });

  it("resolves relative IRIs against the name of the file where it has no base", async () => {
    const { table } = await loadText(
      folder,
      "base.owl",
      xml('<rdf:Description rdf:about="#a"><p rdf:resource=""/></rdf:Description>'),
    );
    expect(triplesOf(table)).toEqual(["<file:///base.owl#a> -p <file:///base.owl>"]);
  });

  it("keeps what stood before a fault, and says that the rest is not loaded", async () => {
    const { table, report } = await loadText(
      folder,
      "fault.rdf",
      xml(
        `${described("a", "1")}\n${described("b", "2")}\n<oops rdf:about="&nope;"></wrong>\n${described("c", "3")}`,
      ),
    );
    expect(triplesOf(table)).toEqual(['-a -p "1"@en', '-b -p "2"@en']);
    expect(report).toMatchObject({ complete: false, skipped: 1 });
    expect(report.examples[0]?.line).toBe(5);
  });

  it("notices that a document is cut off", async () => {
    const whole = xml(`${described("a", "1")}\n${described("b", "2")}`);
    const { table, report } = await loadText(folder, "cut.rdf", whole.slice(0, whole.indexOf(">2<")));
    expect(triplesOf(table)).toEqual(['-a -p "1"@en']);
    expect(report).toMatchObject({ complete: false });
    expect(report.examples[0]?.reason).toMatch(/unclosed/);
  });

  it("follows the encoding of the XML declaration", async () => {
    const declared = '<?xml version="1.0" encoding="ISO-8859-1"?>';
    const { table } = await loadText(
      folder,
      "latin.rdf",
      Buffer.from(xml(described("a", "é"), declared), "latin1"),
    );
    expect(triplesOf(table)).toEqual(['-a -p "é"@en']);
  });
});

describe("JSON-LD", () => {
  const context = '"@context": { "@vocab": "http://x/", "o": { "@type": "@id" } }';

  it("is read with values, lists, languages and named graphs", async () => {
    const { table, report } = await loadText(
      folder,
      "a.jsonld",
      `{ ${context}, "@graph": [
        { "@id": "http://x/s", "@type": "C", "p": [1, 1.5, true, "é"], "o": "http://x/o", "l": { "@value": "a", "@language": "EN" } },
        { "@id": "http://x/g", "@graph": { "@id": "http://x/t", "p": "in g" } }
      ] }`,
    );
    expect(report).toMatchObject({ format: "json-ld", skipped: 0, complete: true });
    expect(report.remarks).toEqual([
      "One named graph was put together with the rest into one set of triples.",
    ]);
    const xsd = "http://www.w3.org/2001/XMLSchema#";
    expect(triplesOf(table)).toEqual(
      [
        `-s <${RDF}type> -C`,
        `-s -p "1"^^<${xsd}integer>`,
        `-s -p "1.5E0"^^<${xsd}double>`,
        `-s -p "true"^^<${xsd}boolean>`,
        '-s -p "é"',
        "-s -o -o",
        '-s -l "a"@en',
        '-t -p "in g"',
      ].sort(),
    );
  });

  it("is never completed from the network: the error says what to do", async () => {
    await expect(
      loadText(
        folder,
        "remote.jsonld",
        '{ "@context": "https://schema.org/", "@id": "http://x/s", "name": "a" }',
      ),
    ).rejects.toMatchObject({
      code: "target-not-supported",
      message: expect.stringContaining("https://schema.org/"),
      hint: expect.stringContaining("in place of its address"),
    });
  });

  it.each([
    ["faulty", "oops }"],
    ["cut off", '{ "@id": "http://x/c", "p": '],
  ])("is refused with the line where it is %s: what a graph holds is known at its end", async (_, end) => {
    const content = `{ ${context}, "@graph": [\n{ "@id": "http://x/a", "p": "1" },\n${end}`;
    await expect(loadText(folder, "fault.jsonld", content)).rejects.toMatchObject({
      code: "target-corrupt",
      message: expect.stringMatching(/Line [13]:/),
    });
  });
});

const PREFIX = "@prefix : <http://x/> .\n";

describe("Turtle", () => {
  it("is read with prefixes, a base, blank nodes, lists and values", async () => {
    const { table, report } = await loadText(
      folder,
      "some.ttl",
      `${PREFIX}@base <http://x/dir/file> .\n:s a :C ; :p "a . b"@EN-us, 1.5 . :t :p [ :q ( ) ] . <rel> :p _:b1 .\n`,
    );
    expect(report).toMatchObject({ format: "turtle", skipped: 0, complete: true, triples: 6 });
    const anonymous = triplesOf(table).map((line) => line.replaceAll(/_:n3-\d+/gu, "_:anon"));
    expect(anonymous).toEqual(
      expect.arrayContaining([
        `-s <${RDF}type> -C`,
        '-s -p "a . b"@en-us',
        "-t -p _:anon",
        "-dir/rel -p _:b1",
      ]),
    );
  });

  it("leaves statements about statements out, and says how many", async () => {
    const { table, report } = await loadText(
      folder,
      "star.ttl",
      `${PREFIX}:a :p :b .\n:a :p <<( :s :p :o )>> .\n`,
    );
    expect(triplesOf(table)).toEqual(["-a -p -b"]);
    expect(report.remarks).toEqual([expect.stringMatching(/RDF-star.*: 1 were left out/)]);
  });

  it("is refused where its bytes are no UTF-8", async () => {
    const bytes = Buffer.from(`${PREFIX}:a :p "\xff" .`, "latin1");
    await expect(loadText(folder, "bytes.ttl", bytes)).rejects.toMatchObject({
      code: "target-corrupt",
      message: expect.stringContaining("not valid UTF-8"),
    });
  });

  it("takes a byte order mark and CR LF", async () => {
    const { table } = await loadText(
      folder,
      "mark.ttl",
      `\ufeff${PREFIX}:s :p :o .\n`.replaceAll("\n", "\r\n"),
    );
    expect(triplesOf(table)).toEqual(["-s -p -o"]);
  });

  it("may have graphs as TriG, which are put together", async () => {
    const { table, report } = await loadText(
      folder,
      "graphs.trig",
      `${PREFIX}:s :p 1 .\n{ :s :p 2 . }\n:g { :s :p 3 . :s :p 4 }\nGRAPH <http://x/h> { :s :p "}" , "{" }\n<http://x/h> { :s :p [ :q 5 ] }`,
    );
    expect(triplesOf(table).filter((line) => line.startsWith("-s"))).toHaveLength(7);
    expect(report).toMatchObject({ skipped: 0, remarks: [expect.stringContaining("2 named graphs")] });
  });

  it.each([
    ["a prefix that is not declared", ":a :p nope:o .\n:after :p :o .\n", 3],
    ["a missing full stop", ":a :p :b\n:after :p :d .\n", 4],
    ["the end of the file", ":a :p\n", 4],
  ])(
    "keeps what stood before %s, with its line, and says that the rest is not loaded",
    async (_, fault, line) => {
      const { table, report } = await loadText(folder, "fault.ttl", `${PREFIX}:before :p :o .\n${fault}`);
      expect(triplesOf(table)[0]).toBe("-before -p -o");
      expect(triplesOf(table).join()).not.toContain("-after");
      expect(report).toMatchObject({ complete: false, skipped: 1, examples: [{ line }] });
    },
  );
});
