import { Store } from "oxigraph";
import type { Program } from "../../src/environments/knowledge-base/program/program.ts";
import { programSparql } from "../../src/environments/knowledge-base/sparql/program-pattern.ts";
import { readJsonResults } from "../../src/environments/knowledge-base/stores/endpoint/http/refused-request.ts";
import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import {
  type FixtureTriple,
  fixtureText,
  shown,
} from "../environments/knowledge-base/stores/triple-store-fixture.ts";

/** Members of programs as Oxigraph gives them for their SPARQL, in short and sorted. */
export function oxigraphMembers(triples: readonly FixtureTriple[], vocabulary: Vocabulary) {
  const store = new Store();
  store.load(fixtureText(triples), { format: "application/n-triples" });
  return (program: Program): readonly string[] => {
    const json = store.query(programSparql(program, vocabulary), { results_format: "json" }) as string;
    return readJsonResults(json)
      .rows.map(([term]) => (term === undefined ? "" : shown(term)))
      .sort();
  };
}
