import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";

const folder = temporaryFolder();
const fuxi = cliIn(folder);

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const TURTLE = `@prefix : <http://people.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:ada rdfs:label "Ada Lind" ; :bornIn :oslo ; :wrote :tide .
:ben rdfs:label "Ben Sole" ; :bornIn :oslo .
:oslo rdfs:label "Oslo" .
:tide rdfs:label "The Tide" .
`;
const people = file("people.ttl", TURTLE);

describe("a knowledge base on the command line", () => {
  it("is asked, and answers with its program, a sentence and SPARQL", async () => {
    const { code, out } = await fuxi("ask", people, "Who was born in Oslo?");
    expect(code).toBe(0);
    expect(out).toContain("Ada Lind");
    expect(out).toContain("Ben Sole");
    expect(out).toContain("(JOIN people:bornIn people:oslo)");
    expect(out).toContain("things that are born in Oslo");
    expect(out).toContain("SELECT DISTINCT ?x");
  });

  it("names the lines that were left out, with their number", async () => {
    const faulty = file("faulty.nt", '<urn:a> <urn:b> "c" .\nthis is no triple\n<urn:a> <urn:b> "d" .\n');
    const { code, err } = await fuxi("tools", faulty);
    expect(code).toBe(0);
    expect(err).toMatch(/1 statement was left out/);
    expect(err).toMatch(/line 2: .*this is no triple/);
  });

  it.each([
    ["a vocabulary that there is not", ["tools", people, "--vocabulary", "freebas"], /Did you mean freebase/],
    [
      "a slip beside the sample",
      ["tools", "sample:cinema-kb", "--vocabulary", "freebas"],
      /Did you mean freebase/,
    ],
    [
      "a server that does not answer",
      ["tools", "http://127.0.0.1:9/sparql"],
      /cannot be reached|refused|bad port/,
    ],
    [
      "a file without triples",
      ["tools", file("letter.nt", "Dear Anna,\n")],
      /No triple of letter\.nt could be read/,
    ],
  ])("says in one line what is wrong with %s", async (_, words, message) => {
    const { code, err } = await fuxi(...words);
    expect(code).not.toBe(0);
    expect(err).toMatch(message);
    expect(err.trim().split("\n")).toHaveLength(1);
  });

  it("uses tools by hand over calls, with the variables in a file", async () => {
    const workspace = join(folder, "variables.json");
    const call = (...words: string[]) => fuxi("call", people, ...words, "--workspace", workspace);
    expect((await call("get_relations", "variable=Ada Lind")).out).toContain("bornIn");
    expect((await call("get_neighbors", "variable=Ada Lind", "relation=bornIn")).out).toContain(
      "#0: 1 entity",
    );
    expect((await call("count", "variable=#0")).out).toContain("#1");
    const { code, err } = await call("get_neighbors", "variable=#0", "relation=wrote");
    expect(code).not.toBe(0);
    expect(err).toContain('get_relations("#0")');
  });

  it("is listed and asked together with a database, under prefixed names", async () => {
    const { out } = await fuxi("tools", people, "sample:cinema");
    expect(out).toContain("people (knowledge-base)");
    expect(out).toContain("cinema (database)");
    expect(out).toContain("use_values");
    const answer = await fuxi("ask", people, "sample:cinema", "What did Ada Lind write?");
    expect(answer.out).toContain("The Tide");
  });
});
