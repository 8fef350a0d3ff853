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
    expect(triplesOf(table).map((line) => line.replace(/_:anon-\d+/, "_:anon"))).toEqual(
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
    expect(report.examples[0]?.reason).toMatch(/before its last element is closed/);
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

  it("stops at bytes that are no UTF-8", async () => {
    const { table, report } = await loadText(
      folder,
      "bytes.rdf",
      Buffer.from(xml(`${described("a", "1")}\n${described("b", "é")}`), "latin1"),
    );
    expect(triplesOf(table)).toEqual(['-a -p "1"@en']);
    expect(report).toMatchObject({ complete: false, examples: [{ line: 4, reason: "not valid UTF-8" }] });
  });

  it("reads characters of two halves wherever they fall", async () => {
    const text = "😀".repeat(100_000);
    const { table } = await loadText(folder, "halves.rdf", xml(described("a", `x${text}`)));
    expect(triplesOf(table)).toEqual([`-a -p "x${text}"@en`]);
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

  it.each([
    ["behind the data", `{ "@id": "http://x/s", "p": "1", ${context} }`],
    [
      "for a type, behind what it is for",
      `{ "@context": { "@vocab": "http://x/", "C": { "@id": "C", "@context": { "p": "http://x/q" } } }, "@id": "http://x/s", "p": "1", "@type": "C" }`,
    ],
  ])("may have a context %s", async (_, content) => {
    const { table, report } = await loadText(folder, "late.jsonld", content);
    expect(report).toMatchObject({ skipped: 0, complete: true });
    expect(triplesOf(table).some((line) => /^-s -[pq] "1"$/.test(line))).toBe(true);
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
  ])("keeps what stood before the place where it is %s", async (_, end) => {
    const { table, report } = await loadText(
      folder,
      "fault.jsonld",
      `{ ${context}, "@graph": [\n{ "@id": "http://x/a", "p": "1" },\n{ "@id": "http://x/b", "p": "2" },\n${end}`,
    );
    expect(triplesOf(table)).toEqual(['-a -p "1"', '-b -p "2"']);
    expect(report.complete).toBe(false);
    expect(report.examples[0]?.line).toBe(4);
  });
});

describe("parts of a JSON-LD document", () => {
  const context = '"@context": { "@vocab": "http://x/" }';

  it("are left out one by one where they are faulty, with the line they begin on", async () => {
    const { table, report } = await loadText(
      folder,
      "parts.jsonld",
      `{ ${context}, "@graph": [\n{ "@id": "http://x/a", "p": "1" },\n{ "@id": "http://x/b",\n "p": oops },\n{ "@id": "http://x/c", "p": "]}\\"" }\n], "@id": "http://x/root",\n"p": "of the root" }\n`,
    );
    expect(triplesOf(table)).toEqual(['-a -p "1"', '-c -p "]}\\""', '-root -p "of the root"']);
    expect(report).toMatchObject({ complete: true, skipped: 1, examples: [{ line: 3 }] });
  });

  it("may be documents in a list, each with a context of its own, sharing blank nodes", async () => {
    const { table, report } = await loadText(
      folder,
      "list.jsonld",
      `[ { ${context}, "@id": "_:b", "p": "1" },\n { "@context": { "@vocab": "http://x/v/" }, "@id": "_:b", "p": [] , "q": {} } ]`,
    );
    expect(report.skipped).toBe(0);
    expect(triplesOf(table)).toEqual(['_:b -p "1"', expect.stringMatching(/^_:b -v\/q _:anon-/)]);
  });

  it("are the same in whatever way the file is cut into chunks, large and small", async () => {
    const members = Array.from(
      { length: 3000 },
      (_, i) =>
        `{ "@id": "http://x/e${i}", "p": "${"é😀".repeat(i % 50)}", "q": [{ "@id": "_:b${i % 3}" }] }`,
    );
    const { table, report } = await loadText(
      folder,
      "many.jsonld",
      `{ ${context}, "@graph": [${members.join(",\n")}] }`,
    );
    expect(report).toMatchObject({ skipped: 0, complete: true, triples: 6000 });
    expect(table.triples).toBe(6000);
  });
});
