import { directionsOf, wayOf, wayQuery } from "../../sparql/queries/way-queries.ts";
import { QueryScope } from "../../sparql/query-scope.ts";
import type { SparqlDialect } from "../../sparql/sparql-dialect.ts";
import type { TripleStore } from "../../store/triple-store.ts";
import { isNode, type Term } from "../../term/term.ts";
import { termText } from "../../term/term-text.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { SparqlClient } from "./http/sparql-client.ts";
import type { WorkLimit } from "./work-limit.ts";

type Ways = Awaited<ReturnType<TripleStore["paths"]>>;

const MOST_STEPS = 5;
const MOST_WAYS = 20;

/** All chains of the least length, the first of them: one query for each order of directions, of which an engine starts at the ends. */
export async function shortestWays(
  from: Term,
  to: Term,
  maxSteps: number,
  asked: { readonly client: SparqlClient; readonly vocabulary: Vocabulary; readonly dialect: SparqlDialect },
  limit: WorkLimit,
): Promise<Ways> {
  if (!isNode(from) || !isNode(to) || termText(from) === termText(to)) return [];
  for (let length = 1; length <= Math.min(maxSteps, MOST_STEPS); length++) {
    const found = await Promise.all(
      directionsOf(length).map(async (directions) => {
        const scope = new QueryScope(asked.vocabulary, { dialect: asked.dialect });
        const { rows } = await asked.client.ask(wayQuery(from, to, directions, MOST_WAYS, scope), limit);
        return rows.map((row) => wayOf(row, to, directions)).filter((way) => way !== undefined);
      }),
    );
    const ways = found.flat();
    if (ways.length > 0) return ways.sort((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1)).slice(0, MOST_WAYS);
  }
  return [];
}

/** By predicate, then along the edge before against it, then by node, link by link. */
function orderKey(way: Ways[number]): string {
  return way
    .map(({ step, node }) => `${step.predicate}\u0000${step.inverse ? 1 : 0}${termText(node)}\u0000`)
    .join("");
}
