import { Parser } from "@traqula/parser-sparql-1-1";
import { programSparql } from "../../src/environments/knowledge-base/sparql/program-pattern.ts";
import type { SparqlDialect } from "../../src/environments/knowledge-base/sparql/sparql-dialect.ts";
import {
  embeddedQuery,
  type ParsedQuery,
} from "../../src/environments/knowledge-base/stores/embedded/query/embedded-query.ts";
import type { TripleTable } from "../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { readJsonResults } from "../../src/environments/knowledge-base/stores/endpoint/http/refused-request.ts";
import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { type Answerer, memberTexts } from "./answerer.ts";

const MILLISECONDS = 60_000;

/** The program as one query, the one that is shown as evidence, put to a server by plain HTTP. */
export function serverQueries(
  name: string,
  url: string,
  vocabulary: Vocabulary,
  dialect?: SparqlDialect,
): Answerer {
  return {
    name,
    async members(program) {
      const query = programSparql(program, vocabulary, dialect === undefined ? {} : { dialect });
      const response = await fetch(url, {
        method: "POST",
        headers: { accept: "application/sparql-results+json" },
        body: new URLSearchParams({ query }),
        signal: AbortSignal.timeout(MILLISECONDS),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text.replace(/\s+/gu, " ").slice(0, 300)}`);
      return memberTexts(readJsonResults(text).rows.map(([term]) => term));
    },
    close: async () => {},
  };
}

/** The same query put to the engine over the table. */
export function tableQueries(table: TripleTable, vocabulary: Vocabulary): Answerer {
  const parser = new Parser();
  return {
    name: "SPARQL over the table",
    async members(program) {
      const parsed = parser.parse(programSparql(program, vocabulary)) as ParsedQuery;
      const { rows } = embeddedQuery(table, parsed, 1_000_000);
      return memberTexts(rows.map(([term]) => term));
    },
    close: async () => {},
  };
}
