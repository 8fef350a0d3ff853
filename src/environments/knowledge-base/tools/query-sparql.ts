import { z } from "zod";
import {
  joined,
  type Marked,
  type MarkedObject,
  ownText,
  redacted,
  say,
  schemaName,
  written,
} from "../../../environment/egress/marks.ts";
import type { MarkedFailure, MarkedFinding } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { storeFailure, unlessRefused } from "../access/graph-reader.ts";
import { localName } from "../labels/local-name.ts";
import { KNOWN_PREFIXES } from "../sparql/admit/rewrite-dialect.ts";
import { isWord, type SparqlToken, sparqlTokens } from "../sparql/admit/sparql-tokens.ts";
import { isNode, type Term } from "../term/term.ts";
import type { QueryResult } from "../triple-store/triple-store.ts";
import { createNames, identifierOf } from "../vocabulary/names.ts";
import { hiddenPredicates } from "../vocabulary/vocabulary.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
import { newVariable, programOfTerms, shortened } from "./new-variable.ts";
import { entityIdentified } from "./subject.ts";

const MOST_NAMES = 5;
/** For a query without rows: its names that certainly do not occur in the graph. */
async function whyNoRows(query: string, call: ToolCall): Promise<readonly MarkedFinding[]> {
  const { predicates, classes } = await call.graph.schema();
  const known = [...predicates.map((each) => each.predicate), ...classes.map((each) => each.class)];
  const isHidden = hiddenPredicates(call.services.store.vocabulary);
  const findings: MarkedFinding[] = [];
  for (const [named, iri] of namesIn(query, call)) {
    if (known.includes(iri) || isHidden(iri)) continue;
    if ((await entityIdentified(`<${iri}>`, call)) !== undefined) continue;
    const near = nearestNames(localName(iri), known.map(localName), { limit: SUGGESTIONS });
    const alike = known.filter((each) => near.some(({ name }) => name === localName(each)));
    const { names } = call.services;
    findings.push({
      code: "no-match",
      message: say`${written(named)} is nowhere in this knowledge base.`,
      part: { argument: "query", text: named },
      suggestions: alike
        .slice(0, SUGGESTIONS)
        .map((each) => ({ text: schemaName(names.short(each)), replaces: named })),
    });
  }
  return findings;
}

/** IRIs in the query's patterns, by their spelling in the query. */
function namesIn(query: string, { services }: ToolCall): ReadonlyMap<string, string> {
  const tokens = sparqlTokens(query);
  const declared: Record<string, string> = {};
  const patterns: SparqlToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const [token, prefix, namespace] = tokens.slice(at, at + 3);
    if (isWord(token, "PREFIX"))
      declared[(prefix?.text ?? "").replace(/:$/u, "")] = (namespace?.text ?? "").slice(1, -1);
    if (isWord(token, "PREFIX")) at += 2;
    // A literal's datatype is not a term of the graph.
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

const SUGGESTIONS = 3;

/** A result of one column becomes a variable up to this number of rows, which is more than are shown. */
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
  async run({ query: given }, call): Promise<ToolOutcome> {
    const { store } = call.services;
    const query = bareQuery(given);
    const result = await store.query(query, { maxRows: MOST_MEMBERS }, call.graph.bounds()).catch(refusal);
    if ("failure" in result) return result;
    const { rows: most } = call.context.limits;
    const names = await rowNames(result, most, call);
    const cut = result.truncated || result.rows.length > most;
    const data: MarkedObject = {
      columns: result.variables.map(written),
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

/** Uses the store's hint on the query, which is more specific than the general advice. */
function withAdvice(failure: MarkedFailure, error: unknown): MarkedFailure {
  const hint = FuxiError.isInstance(error) ? error.hint : undefined;
  if (hint === undefined || !ADVISED.has(failure.code)) return failure;
  return { ...failure, message: say`${failure.message} ${ownText(hint)}`, suggestions: [] };
}

const ADVISED: ReadonlySet<string> = new Set(["time-limit", "too-large", "syntax-error"]);

/** Terms of a complete result with one column: only such a result is a set and can be the answer. */
function onlyColumn({ variables, rows, truncated }: QueryResult): readonly Term[] | undefined {
  if (truncated || variables.length !== 1 || rows.length === 0) return undefined;
  const terms = rows.flatMap(([term]) => (term === undefined ? [] : [term]));
  return terms.length === rows.length ? terms : undefined;
}

async function rowNames(
  { rows }: QueryResult,
  most: number,
  { graph, services }: ToolCall,
): Promise<readonly (readonly (Marked | undefined)[])[]> {
  const shown = rows.slice(0, most);
  const terms = shown.flatMap((row) => row.filter((term) => term !== undefined));
  const labels = await graph.termNames(terms);
  let at = 0;
  return shown.map((row) =>
    row.map((term) => {
      if (term === undefined) return undefined;
      const label = labels[at++] ?? "";
      const id = identifierOf(term, services.names);
      return isNode(term) && label !== id ? say`${redacted(label)} [${redacted(id)}]` : redacted(label);
    }),
  );
}

function table(
  { variables, rows }: QueryResult,
  names: readonly (readonly (Marked | undefined)[])[],
  data: MarkedObject,
  { cut, notes }: { readonly cut: boolean; readonly notes: readonly MarkedFinding[] },
) {
  const head =
    rows.length === 0
      ? say`No rows.`
      : cut
        ? say`First ${names.length} rows (there are more):`
        : say`${rows.length} row${rows.length === 1 ? "" : "s"}:`;
  const lines = names.map((row) =>
    joined(
      row.map((cell) => (cell === undefined ? say`` : shortened(cell))),
      " | ",
    ),
  );
  return observe(
    [head, ...(rows.length === 0 ? [] : [joined(variables.map(written), " | "), ...lines])],
    data,
    {
      notes,
      truncation: cut
        ? {
            what: "rows",
            shown: names.length,
            howToSeeMore: say`Narrow the query, count, or use LIMIT and OFFSET.`,
          }
        : undefined,
    },
  );
}

/** The query without a fence of backticks and without a leading "SPARQL:". */
function bareQuery(given: string): string {
  const fenced = /```[a-z]*\s*\n?([\s\S]*?)```/iu.exec(given)?.[1] ?? given;
  return fenced.replace(/^\s*(?:sparql|query|final answer)\s*:\s*/iu, "").trim();
}
