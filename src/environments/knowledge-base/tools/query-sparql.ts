import { z } from "zod";
import { told } from "../../../environment/egress/egress-scope.ts";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { JsonObject } from "../../../util/json.ts";
import { storeFailure } from "../access/store-failure.ts";
import { identifierOf } from "../access/term-name.ts";
import type { QueryResult } from "../store/triple-store.ts";
import { isNode, type Term } from "../term/term.ts";
import { programOfTerms } from "./given-terms.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
import { newVariable } from "./new-variable.ts";
import { shortened } from "./render-variable.ts";
import { bareQuery, withPrefixes } from "./sparql-text.ts";
import { whyNoRows } from "./why-no-rows.ts";
import { withKnownPrefix } from "./with-known-prefix.ts";

/** A result of one column becomes a variable up to so many rows, more than are shown. */
const MOST_MEMBERS = 1000;

export const querySparql = defineTool({
  name: "query_sparql",
  description:
    "Rows of one SPARQL SELECT or ASK, bounded and read-only. A complete result of one column becomes a variable, too.",
  group: "navigational",
  essential: true,
  workspace: "writes",
  input: z.strictObject({ query: z.string() }),
  output: z.object({
    columns: z.array(z.string()),
    rows: z.array(z.array(z.unknown())),
    truncated: z.boolean(),
    variable: z.string().optional(),
  }),
  async run({ query: written }, call): Promise<ToolOutcome> {
    const { store } = call.services;
    const query = bareQuery(written);
    const sent = withPrefixes(query, store.vocabulary);
    const result = await store
      .query(sent.query, { maxRows: MOST_MEMBERS }, call.graph.bounds())
      .catch((error: unknown) => refusal(error, sent.added));
    if ("failure" in result) return withKnownPrefix(result, query, call);
    const { rows: most } = call.context.limits;
    const names = await rowNames(result, most, call);
    const cut = result.truncated || result.rows.length > most;
    const data: JsonObject = {
      columns: [...result.variables],
      rows: names.map((row) => row.map((cell) => cell ?? null)),
      truncated: cut,
    };
    const terms = onlyColumn(result);
    if (terms === undefined) {
      const notes = result.rows.length === 0 ? await whyNoRows(query, call) : [];
      return { observation: table(result, names, data, { cut, notes }), state: call.state };
    }
    const made = await newVariable(
      { program: await programOfTerms(terms, call), tool: "query_sparql", arguments: { query } },
      call,
    );
    if (made.failure) return made;
    return {
      observation: { ...made.observation, data: { ...data, variable: made.observation.data.variable } },
      ...(made.state === undefined ? {} : { state: made.state }),
    };
  },
});

function refusal(error: unknown, added: number) {
  const failure = withAdvice(storeFailure(error).failure, error);
  const { start, end } = failure.part ?? {};
  const place =
    start === undefined || end === undefined
      ? {}
      : { start: Math.max(0, start - added), end: Math.max(0, end - added) };
  return { failure: { ...failure, part: { ...failure.part, argument: "query", ...place } } };
}

/** What a store advises on a query says more than what is advised on any set. */
function withAdvice(failure: ToolFailure, error: unknown): ToolFailure {
  const hint = FuxiError.isInstance(error) ? error.hint : undefined;
  if (hint === undefined || !ADVISED.has(failure.code)) return failure;
  return { ...failure, message: `${failure.message} ${hint}`, suggestions: [] };
}

const ADVISED: ReadonlySet<string> = new Set(["time-limit", "too-large", "syntax-error"]);

/** The terms of a result that is whole and has one column: only then is it a set that can be said to be the answer. */
function onlyColumn({ variables, rows, truncated }: QueryResult): readonly Term[] | undefined {
  if (truncated || variables.length !== 1 || rows.length === 0) return undefined;
  const terms = rows.flatMap(([term]) => (term === undefined ? [] : [term]));
  return terms.length === rows.length ? terms : undefined;
}

async function rowNames(
  { rows }: QueryResult,
  most: number,
  { graph, services }: ToolCall,
): Promise<readonly (readonly (string | undefined)[])[]> {
  const shown = rows.slice(0, most);
  const terms = shown.flatMap((row) => row.filter((term) => term !== undefined));
  const labels = await graph.termNames(terms);
  let at = 0;
  return shown.map((row) =>
    row.map((term) => {
      if (term === undefined) return undefined;
      const label = labels[at++] ?? "";
      const id = identifierOf(term, services.names);
      return isNode(term) && label !== id ? `${told(label)} [${told(id)}]` : told(label);
    }),
  );
}

function table(
  { variables, rows }: QueryResult,
  names: readonly (readonly (string | undefined)[])[],
  data: JsonObject,
  { cut, notes }: { readonly cut: boolean; readonly notes: readonly Finding[] },
) {
  const head =
    rows.length === 0
      ? "No rows."
      : cut
        ? `First ${names.length} rows (there are more):`
        : `${rows.length} row${rows.length === 1 ? "" : "s"}:`;
  const lines = names.map((row) =>
    row.map((cell) => (cell === undefined ? "" : shortened(cell))).join(" | "),
  );
  return observe([head, ...(rows.length === 0 ? [] : [variables.join(" | "), ...lines])], data, {
    notes,
    truncation: cut
      ? {
          what: "rows",
          shown: names.length,
          howToSeeMore: "Narrow the query, count, or use LIMIT and OFFSET.",
        }
      : undefined,
  });
}
