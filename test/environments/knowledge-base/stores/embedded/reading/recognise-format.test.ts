import { describe, expect, it } from "vitest";
import { recogniseFormat } from "../../../../../../src/environments/knowledge-base/stores/embedded/reading/recognise-format.ts";

const NT = '<http://x/s> <http://x/p> "o"@en .\n_:b <http://x/p> <http://x/o> .\n';
const NQ = '<http://x/s> <http://x/p> "o" <http://x/g> .\n';
const TTL = "# comment\n@prefix x: <http://x/> .\nx:s a x:C ;\n\tx:p\t1 .\n";
const TTL_BARE = "<http://x/s>\n  <http://x/p> 1 ;\n  <http://x/q> 2 .\n<http://x/t> a <http://x/C> .\n";
const TRIG = "@prefix x: <http://x/> .\nx:g {\n  x:s a x:C .\n}\n";
const XML =
  '<?xml version="1.0"?>\n<!-- a -->\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">';
const JSON_LD = '{\n "@context": {}, "@id": "http://x/s" }';
const PIPES = "a|b|c\nd|e|f\n";
const TABS = "a\tb\tc\nd\te\tf\n";

const recognise = (name: string, content: string | Uint8Array) =>
  recogniseFormat(`/some/folder/${name}`, Buffer.from(content), true);

describe("recogniseFormat", () => {
  it.each([
    ["a.nt", NT, "n-triples"],
    ["a.nq", NQ, "n-quads"],
    ["a.nq", NT, "n-quads"],
    ["a.ttl", TTL, "turtle"],
    ["a.ttl", TTL_BARE, "turtle"],
    ["a.ttl", NT, "turtle"],
    ["a.trig", TRIG, "trig"],
    ["a.trig", TTL, "trig"],
    ["a.rdf", XML, "rdf-xml"],
    ["a.owl", XML, "rdf-xml"],
    ["a.owl", TTL, "turtle"],
    ["a.xml", XML, "rdf-xml"],
    ["a.jsonld", JSON_LD, "json-ld"],
    ["a.json", JSON_LD, "json-ld"],
    ["a.json", `[${JSON_LD}]`, "json-ld"],
    ["a.psv", PIPES, "delimited"],
    ["a.tsv", TABS, "delimited"],
    ["a.txt", PIPES, "delimited"],
    ["a.txt", "s\t\tr\to\ns\tr\to\n", "delimited"],
    ["a.txt", NT, "n-triples"],
    ["a.TTL.GZ", TTL, "turtle"],
    ["no-extension", TTL, "turtle"],
    ["no-extension", NQ, "n-quads"],
    ["no-extension", PIPES, "delimited"],
    ["a.dump", "\ufeff".concat(NT), "n-triples"],
  ])("%s with %j is %s", (name, content, format) => {
    const found = recognise(name, content);
    expect(found.format).toBe(format);
    expect(found.remark).toBeUndefined();
  });

  it.each([
    ["a.nt", TTL, "turtle", "Turtle", "N-Triples"],
    ["a.nt", NQ, "n-quads", "N-Quads", "N-Triples"],
    ["a.nt", XML, "rdf-xml", "RDF/XML", "N-Triples"],
    ["a.ttl", TRIG, "trig", "TriG", "Turtle"],
    ["a.ttl", JSON_LD, "json-ld", "JSON-LD", "Turtle"],
    ["a.ttl", TABS, "delimited", "three columns", "Turtle"],
    ["a.rdf", TTL, "turtle", "Turtle", "RDF/XML"],
    ["a.rdf", NT, "n-triples", "N-Triples", "RDF/XML"],
    ["a.jsonld", NT, "n-triples", "N-Triples", "JSON-LD"],
    ["a.tsv", NT, "n-triples", "N-Triples", "three columns"],
  ])("%s is read as its content says, and says so", (name, content, format, really, promised) => {
    const found = recognise(name, content);
    expect(found.format).toBe(format);
    expect(found.remark).toContain(`is read as ${really}`.replace("three", "triples in three"));
    expect(found.remark).toContain(promised);
    expect(found.remark).not.toContain("folder");
  });

  it("finds the delimiter by the content", () => {
    expect(recognise("a.tsv", PIPES).delimiter).toBe("|");
    expect(recognise("a.txt", TABS).delimiter).toBe("\t");
  });

  it("goes by the name where the content says nothing", () => {
    expect(recognise("a.ttl", "# only a comment\n").format).toBe("turtle");
    expect(recognise("a.rdf", "<map>\n<Cell/>").format).toBe("rdf-xml");
    expect(recognise("a.nt", "garbage\n").format).toBe("n-triples");
  });

  it("looks at faulty files as at others", () => {
    expect(recognise("a.txt", `${NT.repeat(4)}oops\n`).format).toBe("n-triples");
    expect(recognise("a.txt", `${PIPES.repeat(4)}oops\n`).format).toBe("delimited");
  });

  it.each([
    ["a.ttl", Buffer.from("\ufeffx", "utf16le"), /binary data or UTF-16/],
    ["a.bin", Buffer.alloc(500), /binary data/],
    ["a.nt", "", /an empty file/],
    ["a.html", "<!DOCTYPE html><html>", /text that begins/],
    ["a.json", '{ "a": 1 }', /text that begins/],
    ["a.txt", "Dear all,\nwe met yesterday.\n", /text that begins "Dear all,"/],
    ["a.csv", "a,b,c\n", /text that begins "a,b,c"/],
  ])("refuses %s, saying what it is and what there is", (name, content, message) => {
    expect(() => recognise(name, content)).toThrow(message);
    expect(() => recognise(name, content)).toThrow(expect.objectContaining({ code: "target-not-supported" }));
    try {
      recognise(name, content);
    } catch (error) {
      expect((error as { hint: string }).hint).toMatch(/N-Triples/);
      expect((error as Error).message).not.toContain("folder");
    }
  });
});
