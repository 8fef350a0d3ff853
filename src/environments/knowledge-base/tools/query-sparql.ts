import { z } from "zod";
import { told } from "../../../environment/egress/egress-scope.ts";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { JsonObject } from "../../../util/json.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { storeFailure, unlessRefused } from "../access/graph-reader.ts";
import { identifierOf } from "../access/term-name.ts";
import { localName } from "../labels/local-name.ts";
import { KNOWN_PREFIXES } from "../sparql/admit/rewrite-dialect.ts";
import { isWord, type SparqlToken, sparqlTokens } from "../sparql/admit/sparql-tokens.ts";
import { isNode, type Term } from "../term/term.ts";
import type { QueryResult } from "../triple-store/triple-store.ts";
import { createNames } from "../vocabulary/names.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
import { newVariable, programOfTerms, shortened } from "./new-variable.ts";

const MOST_NAMES = 5;
/** The rows are there already: the reason may take only a part of the time. */
const SHARE = 0.5;

/** What a query without rows names that the graph does not hold. Nothing is said that is not sure. */
async function whyNoRows(query: string, call: ToolCall): Promise<readonly Finding[]> {
  const { predicates, classes } = await call.graph.schema();
  const known = [...predicates.map((each) => each.predicate), ...classes.map((each) => each.class)];
  const findings: Finding[] = [];
  for (const [written, iri] of namesIn(query, call)) {
    if (known.includes(iri) || (await occurs(iri, call))) continue;
    const near = nearestNames(localName(iri), known.map(localName), { limit: SUGGESTIONS });
    const named = known.filter((each) => near.some(({ name }) => name === localName(each)));
    const { names } = call.services;
    findings.push({
      code: "no-match",
      message: `${written} is nowhere in this knowledge base.`,
      part: { argument: "query", text: written },
      suggestions: named
        .slice(0, SUGGESTIONS)
        .map((each) => ({ text: names.short(each), replaces: written })),
    });
  }
  return findings;
}

/** The IRIs of the query's patterns, each once, by how they are written. */
function namesIn(query: string, { services }: ToolCall): ReadonlyMap<string, string> {
  const tokens = sparqlTokens(query);
  const declared: Record<string, string> = {};
  const patterns: SparqlToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const [token, prefix, namespace] = tokens.slice(at, at + 3);
    if (isWord(token, "PREFIX"))
      declared[(prefix?.text ?? "").replace(/:$/u, "")] = (namespace?.text ?? "").slice(1, -1);
    if (isWord(token, "PREFIX")) at += 2;
    // The datatype of a literal occurs nowhere by itself.
    else if (isWord(token, "BASE", "FROM") || token?.text === "^^") at += 1;
    else if (token !== undefined) patterns.push(token);
  }
  const { vocabulary } = services.store;
  const names = createNames({
    ...vocabulary,
    prefixes: { ...KNOWN_PREFIXES, ...vocabulary.prefixes, ...declared },
  });
  const named = patterns.flatMap(({ kind, text }): [string, string][] => {
    const iri = kind === "prefixed" || kind === "iri" ? names.iri(text) : undefined;
    return iri === undefined ? [] : [[text, iri]];
  });
  return new Map(named.slice(0, MOST_NAMES));
}

async function occurs(iri: string, { graph, services }: ToolCall): Promise<boolean> {
  const term = `<${iri}>`;
  for (const pattern of [`?s ${term} ?o`, `${term} ?p ?o`, `?s ?p ${term}`]) {
    const { rows } = await services.store.query(
      `SELECT * WHERE { ${pattern} } LIMIT 1`,
      { maxRows: 1 },
      graph.bounds(SHARE),
    );
    if (rows.length > 0) return true;
  }
  return false;
}

const SUGGESTIONS = 3;

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
    const result = await store.query(query, { maxRows: MOST_MEMBERS }, call.graph.bounds()).catch(refusal);
    if ("failure" in result) return result;
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
      const notes = result.rows.length === 0 ? await unlessRefused(whyNoRows(query, call), []) : [];
      return { observation: table(result, names, data, { cut, notes }), state: call.state };
    }
    const made = await newVariable("query_sparql", await programOfTerms(terms, call), { query }, call);
    return {
      observation: { ...made.observation, data: { ...data, variable: made.observation.data.variable } },
      state: made.state,
    };
  },
});

function refusal(error: unknown) {
  const failure = withAdvice(storeFailure(error), error);
  return { failure: { ...failure, part: { ...failure.part, argument: "query" } } };
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

/** The query alone, out of a fence of backticks and without "SPARQL:" before it. */
function bareQuery(given: string): string {
  const fenced = /```[a-z]*\s*\n?([\s\S]*?)```/iu.exec(given)?.[1] ?? given;
  return fenced.replace(/^\s*(?:sparql|query|final answer)\s*:\s*/iu, "").trim();
}
