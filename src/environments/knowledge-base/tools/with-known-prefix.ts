import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { isMendable } from "../access/store-failure.ts";
import { sparqlTokens } from "../sparql/admit/sparql-tokens.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";

const SUGGESTIONS = 3;

/**
 * The failure of a query with an undeclared prefix, with the names under which the graph's relations and classes of that last part are known here: files
 * declare prefixes of their own, which are not kept.
 */
export async function withKnownPrefix(
  refused: { readonly failure: ToolFailure },
  query: string,
  { graph, services }: ToolCall,
): Promise<{ readonly failure: ToolFailure }> {
  const { failure } = refused;
  if (!/The prefix "[^"]*:" is not declared/u.test(failure.message)) return refused;
  const start = failure.part?.start;
  const written = sparqlTokens(query).find(
    (token) => token.kind === "prefixed" && token.start === start,
  )?.text;
  if (written === undefined) return refused;
  const local = written.slice(written.indexOf(":") + 1);
  try {
    const { predicates, classes } = await graph.schema();
    const iris = [...predicates.map((each) => each.predicate), ...classes.map((each) => each.class)];
    const same = iris.filter((iri) => local !== "" && /[^/#:]*$/u.exec(iri)?.[0] === local);
    const suggestions = same
      .slice(0, SUGGESTIONS)
      .map((iri) => ({ text: services.names.short(iri), replaces: written }));
    return { failure: { ...failure, suggestions: [...suggestions, ...failure.suggestions] } };
  } catch (error) {
    if (isMendable(error)) return refused;
    throw error;
  }
}
