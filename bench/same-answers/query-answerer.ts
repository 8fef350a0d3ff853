import type { Program } from "../../src/environments/knowledge-base/program/program.ts";
import { programSparql } from "../../src/environments/knowledge-base/sparql/program-sparql.ts";
import type { SparqlDialect } from "../../src/environments/knowledge-base/sparql/sparql-dialect.ts";
import { readJsonResults } from "../../src/environments/knowledge-base/stores/endpoint/results/read-json-results.ts";
import { termText } from "../../src/environments/knowledge-base/term/term-text.ts";
import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import type { Answerer } from "./answerer.ts";

/** The program as one query, the one that is shown as evidence, put to a server by plain HTTP. */
export function queryAnswerer(
  name: string,
  url: string,
  vocabulary: Vocabulary,
  dialect?: SparqlDialect,
): Answerer {
  return {
    name,
    async members(program: Program) {
      const query = programSparql(program, vocabulary, dialect === undefined ? {} : { dialect });
      const response = await fetch(url, {
        method: "POST",
        headers: { accept: "application/sparql-results+json" },
        body: new URLSearchParams({ query }),
        signal: AbortSignal.timeout(60_000),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text.replace(/\s+/gu, " ").slice(0, 300)}`);
      const terms = readJsonResults(text).rows.map(([term]) => term);
      return terms
        .map((term) => (term === undefined ? "unbound" : term.kind === "blank" ? "_:" : termText(term)))
        .sort();
    },
    close: async () => {},
  };
}
