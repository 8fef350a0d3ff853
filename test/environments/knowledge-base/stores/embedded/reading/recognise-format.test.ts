import { describe, expect, it } from "vitest";
import { recogniseFormat } from "../../../../../../src/environments/knowledge-base/stores/embedded/reading/recognise-format.ts";

const NT = '<http://x/s> <http://x/p> "o"@en .\n_:b <http://x/p> <http://x/o> .\n';
const TTL = "# comment\n@prefix x: <http://x/> .\nx:s a x:C ;\n\tx:p\t1 .\n";
const XML = '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">';
const recognise = (name: string, content: string | Uint8Array) =>
  recogniseFormat(`/some/folder/${name}`, Buffer.from(content));

describe("recogniseFormat", () => {
  it.each([
    ["a.nt", NT, "n-triples"],
    ["a.nq.gz", NT, "n-quads"],
    ["a.TTL.GZ", NT, "turtle"],
    ["a.trig", TTL, "trig"],
    ["a.jsonld", "{}", "json-ld"],
    ["a.tsv", NT, "delimited"],
    ["a.rdf", XML, "rdf-xml"],
    ["a.owl", TTL, "turtle"],
    ["a.txt", NT, "n-quads"],
    ["a.txt", "# films\na|b|c\nd|e|f\n", "delimited"],
    ["a.txt", "s\t\tr\to\n", "delimited"],
    ["no-extension", `\ufeff${TTL}`, "turtle"],
    ["a.dump", '[{ "@id": "http://x/s" }]', "json-ld"],
  ])("takes %s with %j for %s: by its name, else by its beginning", (name, content, format) => {
    expect(recognise(name, content)).toBe(format);
  });

  it.each([
    ["a.ttl", Buffer.from("\ufeffx", "utf16le"), /binary data or UTF-16/],
    ["a.nt", "", /an empty file/],
    ["a.html", "<!DOCTYPE html><html>", /no triples in a format/],
    ["a.txt", "Dear all,\nwe met yesterday.\n", /no triples in a format/],
  ])("refuses %s, naming the formats and no folder", (name, content, message) => {
    expect(() => recognise(name, content)).toThrow(message);
    expect(() => recognise(name, content)).toThrow(
      expect.objectContaining({
        code: "target-not-supported",
        hint: expect.stringMatching(/N-Triples/),
        message: expect.not.stringContaining("folder"),
      }),
    );
  });
});
