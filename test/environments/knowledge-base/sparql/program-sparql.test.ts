import { Store } from "oxigraph";
import { describe, expect, it } from "vitest";
import { programSparql } from "../../../../src/environments/knowledge-base/sparql/program-pattern.ts";
import { iri, literal, termText } from "../../../../src/environments/knowledge-base/term/term.ts";
import { memoryStore } from "../../../support/memory-store.ts";
import { oxigraphMembers } from "../../../support/oxigraph-members.ts";
import { randomPrograms, sampledGraph } from "../../../support/random-programs.ts";
import {
  both,
  count,
  FIXTURE_TRIPLES,
  FIXTURE_VOCABULARY,
  filter,
  follow,
  instances,
  shown,
  storeBounds,
  terms,
  typed,
  without,
} from "../stores/triple-store-fixture.ts";

const text = (program: Parameters<typeof programSparql>[0], more = {}) =>
  programSparql(program, FIXTURE_VOCABULARY, more);

describe("a program as SPARQL", () => {
  it("is short where the program is, with its prefixes declared", () => {
    expect(text(follow(terms("heat"), "cast"))).toBe(
      "PREFIX : <http://example.org/>\nSELECT DISTINCT ?x WHERE {\n  :heat :cast ?x .\n}",
    );
    expect(text(both(instances("Film"), follow(terms("mann"), "^director")))).toBe(
      [
        "PREFIX : <http://example.org/>",
        "PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>",
        "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>",
        "SELECT DISTINCT ?x WHERE {",
        "  ?x rdf:type/rdfs:subClassOf* :Film .",
        "  ?x :director :mann .",
        "}",
      ].join("\n"),
    );
    expect(text(without(follow(terms("heat"), "cast"), terms("pacino")))).toContain("FILTER(?x != :pacino)");
    expect(text(count(instances("Film")))).toContain("(COUNT(DISTINCT ?n1) AS ?x)");
  });

  it("writes nothing that could be taken for something else", () => {
    const nasty = 'a"b\\c\nd} SELECT \u0001 \\u0022 x';
    const query = text(filter(terms("heat"), "label", "=", literal(nasty)));
    const store = new Store();
    store.load(`<http://example.org/heat> <http://example.org/label> ${termText(literal(nasty))} .`, {
      format: "application/n-triples",
    });
    expect(store.query(query)).toHaveLength(1);
    for (const unsafe of ["urn:x>} #", "urn:x y", 'urn:"', "urn:\\u003E"])
      expect(() => text(terms(iri(unsafe)))).toThrow(/cannot be asked about/u);
    const years = text(filter(terms("heat"), "year", ">", typed("1e400", "double")));
    expect(() => new Store().query(years)).not.toThrow();
  });

  it("means on another engine what the program means", async () => {
    const members = oxigraphMembers(FIXTURE_TRIPLES, FIXTURE_VOCABULARY);
    const store = await memoryStore(FIXTURE_TRIPLES, FIXTURE_VOCABULARY);
    const graph = sampledGraph(FIXTURE_TRIPLES, FIXTURE_VOCABULARY);
    let found = 0;
    for (const program of randomPrograms({ seed: 4, count: 400, graph, depth: 4, blankNodes: false })) {
      const { terms: expected } = await store.members(program, { limit: 1_000 }, storeBounds());
      expect(members(program), JSON.stringify(program)).toEqual(expected.map(shown).sort());
      if (expected.length > 0) found++;
    }
    expect(found).toBeGreaterThan(100);
  });
});
