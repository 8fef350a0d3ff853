import { ownText, say, written } from "../../../environment/egress/marks.ts";
import { type MarkedFailure, type MarkedSuggestion, toolFailure } from "../../../environment/tool-failure.ts";
import type { LexicalRules } from "../sql/lexical-rules.ts";
import type { SetOperator } from "../sql/query-tree.ts";
import { readQuery } from "../sql/read-query.ts";
import { type AssemblyRules, isComplete } from "./assemble.ts";
import {
  type CoreClause,
  type Draft,
  EMPTY_DRAFT,
  findCte,
  findPart,
  isEmptyDraft,
  MAIN,
  MAIN_PART,
  type PartPlace,
  partName,
  partNames,
  queryAt,
  withQuery,
} from "./draft.ts";

export type Placed =
  | { readonly draft: Draft; readonly place: PartPlace; readonly failure?: never }
  | { readonly failure: MarkedFailure; readonly draft?: never };

export interface FromPlace {
  readonly part?: string | undefined;
  readonly name?: string | undefined;
  readonly operator?: SetOperator | undefined;
}

/** Finds or adds the SELECT that a `from` belongs to: the main one, a further one of a set operation, or a CTE's. */
export function placeOfFrom(given: Draft, wanted: FromPlace, rules: AssemblyRules): Placed {
  const draft = given.whole === undefined ? given : EMPTY_DRAFT;
  if (wanted.name !== undefined) {
    const cte = placeCte(draft, wanted.name, rules);
    if (cte.failure || wanted.operator === undefined) return cte;
    return placeFurther(cte.draft, cte.place.query, wanted.operator);
  }
  const found = findPart(draft, wanted.part, rules.sameIdentifier);
  if (!found) return { failure: unknownPart(draft, wanted.part ?? "") };
  if (wanted.operator === undefined) return { draft: ensureCore(draft, found), place: found };
  if (found.core === 0) return placeFurther(draft, found.query, wanted.operator);
  const query = queryAt(draft, found.query);
  const operators = query.operators.map((each, index) =>
    index === found.core - 1 && wanted.operator ? wanted.operator : each,
  );
  return { draft: withQuery(draft, found.query, { ...query, operators }), place: found };
}

function placeCte(draft: Draft, name: string, rules: AssemblyRules): Placed {
  const read = readCteHeading(name, rules.lexical);
  if (!read) {
    const message = say`"${written(name)}" is no name for a CTE; write it as t or t(a, b).`;
    return { failure: toolFailure("invalid-arguments", message, { argument: "name", text: name }) };
  }
  const query = findCte(draft, read.name, rules.sameIdentifier);
  if (query === undefined) {
    const cte = { ...read, query: { cores: [{}], operators: [] } };
    return { draft: { ...draft, with: [...draft.with, cte] }, place: { query: draft.with.length, core: 0 } };
  }
  // A bare name refers to the CTE unchanged; a column list changes it.
  const other = read.heading === read.name ? {} : read;
  const ctes = draft.with.map((cte, index) => (index === query ? { ...cte, ...other } : cte));
  return { draft: { ...draft, with: ctes }, place: { query, core: 0 } };
}

function placeFurther(draft: Draft, at: number, operator: SetOperator): Placed {
  const open = openClause(draft, at);
  if (open) return { failure: needs("from", open.part, open.missing) };
  const { cores, operators, ...rest } = queryAt(draft, at);
  const query = { ...rest, cores: [...cores, {}], operators: [...operators, operator] };
  return { draft: withQuery(draft, at, query), place: { query: at, core: cores.length } };
}

function ensureCore(draft: Draft, place: PartPlace): Draft {
  const query = queryAt(draft, place.query);
  if (query.cores[place.core] !== undefined || place.query !== MAIN || place.core !== 0) return draft;
  return withQuery(draft, MAIN, { ...query, cores: [{}] });
}

export function unknownPart(draft: Draft, part: string): MarkedFailure {
  const names = partNames(draft).map(ownText);
  const known = names.length === 0 ? "The draft is empty" : say`Parts of the draft: ${names}`;
  const message = say`The draft has no part "${written(part)}". ${known}; from with operator starts a further SELECT, from with name a CTE.`;
  const suggestions = names.map((text) => ({ text, replaces: part }));
  return toolFailure("unknown-part", message, { argument: "part", text: part }, suggestions);
}

/** The next clause to set in a query's first incomplete SELECT; undefined where the query is complete. */
export function openClause(
  draft: Draft,
  query: number,
): { readonly part: string; readonly missing: CoreClause } | undefined {
  const { cores } = queryAt(draft, query);
  if (isComplete(cores)) return undefined;
  const core = Math.max(
    0,
    cores.findIndex((each) => !isComplete([each])),
  );
  const missing = (["from", "where", "select"] as const).find((each) => cores[core]?.[each] === undefined);
  return { part: partName(draft, { query, core }), missing: missing ?? "select" };
}

/** The failure of a tool that was called too early: `missing` must be set first in that part. */
export function needs(tool: string, part: string, missing: CoreClause): MarkedFailure {
  const none = missing === "where" ? " (empty says that there is no condition)" : "";
  const where = part === MAIN_PART ? "" : say` in part "${ownText(part)}"`;
  const message = say`${ownText(tool)} needs ${missing} first${where}: call ${missing}${none}.`;
  return toolFailure("prerequisite-missing", message, { clause: tool }, [settingCall(part, missing)]);
}

/** The call that sets a clause in a part, its text left open. */
function settingCall(part: string, clause: CoreClause): MarkedSuggestion {
  const inPart = part === MAIN_PART ? "" : say`, part="${ownText(part)}"`;
  const text = clause === "where" || clause === "group_by" ? "" : "…";
  return { text: say`${clause}("${text}"${inPart})`, reason: say`sets ${clause}` };
}

/** The failure for an incomplete draft: names the SELECT and its missing clause. */
export function incompleteDraft(draft: Draft): MarkedFailure {
  const open = isEmptyDraft(draft)
    ? undefined
    : [...draft.with.keys(), MAIN].map((query) => openClause(draft, query)).find((each) => each);
  if (!open) {
    const suggestions = [{ text: say`from("…")`, reason: say`begins the draft` }];
    const message = say`The draft is empty. Give the query, or begin with from.`;
    return toolFailure("draft-incomplete", message, undefined, suggestions);
  }
  const { part, missing } = open;
  const message = say`The draft lacks ${missing}${part === MAIN_PART ? "" : say` in part "${ownText(part)}"`}.`;
  return toolFailure("draft-incomplete", message, { clause: missing }, [settingCall(part, missing)]);
}

interface CteHeading {
  readonly name: string;
  readonly heading: string;
  readonly recursive?: true;
}

/** Reads `t`, `t(a, b)` or `RECURSIVE t(n)`; undefined when it is none of these. */
function readCteHeading(text: string, lexical: LexicalRules): CteHeading | undefined {
  const heading = text
    .trim()
    .replace(/^WITH\s+/iu, "")
    .replace(/\s+AS$/iu, "");
  const tree = readQuery(`WITH ${heading} AS (SELECT 1) SELECT 1`, lexical);
  const [cte, ...others] = tree?.ctes ?? [];
  if (!tree || !cte || others.length > 0 || cte.query.cores[0]?.select?.text !== "1") return undefined;
  return { name: cte.name, heading: cte.heading, ...(tree.recursive ? { recursive: true } : {}) };
}
