import { type Suggestion, type ToolFailure, toolFailure } from "../../../environment/tool-failure.ts";
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
  | { readonly failure: ToolFailure; readonly draft?: never };

export interface FromPlace {
  readonly part?: string | undefined;
  readonly name?: string | undefined;
  readonly operator?: SetOperator | undefined;
}

/** Finds or makes the SELECT that a `from` belongs to: the main one, a further one of a set operation, or a CTE's. */
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
    const message = `"${name}" is no name for a CTE; write it as t or t(a, b).`;
    return { failure: toolFailure("invalid-arguments", message, { argument: "name", text: name }) };
  }
  const query = findCte(draft, read.name, rules.sameIdentifier);
  if (query === undefined) {
    const cte = { ...read, query: { cores: [{}], operators: [] } };
    return { draft: { ...draft, with: [...draft.with, cte] }, place: { query: draft.with.length, core: 0 } };
  }
  // The bare name refers to the CTE as it is; anything more says how it is to be from now on.
  const changed = read.heading === read.name && read.hint === undefined ? {} : read;
  const ctes = draft.with.map((cte, index) => (index === query ? { ...cte, ...changed } : cte));
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

export function unknownPart(draft: Draft, part: string): ToolFailure {
  const names = partNames(draft);
  const known = names.length === 0 ? "The draft is empty" : `Parts of the draft: ${names.join(", ")}`;
  const message = `The draft has no part "${part}". ${known}; from with operator starts a further SELECT, from with name a CTE.`;
  const suggestions = names.map((text) => ({ text, replaces: part }));
  return toolFailure("unknown-part", message, { argument: "part", text: part }, suggestions);
}

/** The clause to set next in the first SELECT of a query that is none yet; undefined where all are there. */
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

/** The failure of a tool that comes before its time: `missing` has to be set first in that part. */
export function needs(tool: string, part: string, missing: CoreClause): ToolFailure {
  const none = missing === "where" ? " (empty says that there is no condition)" : "";
  const where = part === MAIN_PART ? "" : ` in part "${part}"`;
  const message = `${tool} needs ${missing} first${where}: call ${missing}${none}.`;
  return toolFailure("prerequisite-missing", message, { clause: tool }, [settingCall(part, missing)]);
}

/** The call that sets a clause in a part, its text left open. */
function settingCall(part: string, clause: CoreClause): Suggestion {
  const inPart = part === MAIN_PART ? "" : `, part="${part}"`;
  const text = clause === "where" || clause === "group_by" ? "" : "…";
  return { text: `${clause}("${text}"${inPart})`, reason: `sets ${clause}` };
}

/** The failure for a draft that is no query yet: which SELECT lacks what. */
export function incompleteDraft(draft: Draft): ToolFailure {
  const open = isEmptyDraft(draft)
    ? undefined
    : [...draft.with.keys(), MAIN].map((query) => openClause(draft, query)).find((each) => each);
  if (!open) {
    const suggestions = [{ text: 'from("…")', reason: "begins the draft" }];
    const message = "The draft is empty. Give the query, or begin with from.";
    return toolFailure("draft-incomplete", message, undefined, suggestions);
  }
  const { part, missing } = open;
  const message = `The draft lacks ${missing}${part === MAIN_PART ? "" : ` in part "${part}"`}.`;
  return toolFailure("draft-incomplete", message, { clause: missing }, [settingCall(part, missing)]);
}

interface CteHeading {
  readonly name: string;
  readonly heading: string;
  readonly hint?: string;
  readonly recursive?: true;
}

/** Reads `t`, `t(a, b)`, `RECURSIVE t(n)` or `t AS NOT MATERIALIZED`; undefined when it is none of these. */
function readCteHeading(text: string, lexical: LexicalRules): CteHeading | undefined {
  const written = text
    .trim()
    .replace(/^WITH\s+/iu, "")
    .replace(/\s+AS$/iu, "");
  const hint = /\s(?:AS\s+)?((?:NOT\s+)?MATERIALIZED)$/iu.exec(written);
  const name = hint ? written.slice(0, hint.index).replace(/\s+AS$/iu, "") : written;
  const tree = readQuery(`WITH ${name} AS (SELECT 1) SELECT 1`, lexical);
  const [cte, ...others] = tree?.ctes ?? [];
  if (!tree || !cte || others.length > 0 || cte.query.cores[0]?.select?.text !== "1") return undefined;
  return {
    name: cte.name,
    heading: cte.heading,
    ...(hint?.[1] === undefined ? {} : { hint: hint[1].toUpperCase().replace(/\s+/gu, " ") }),
    ...(tree.recursive ? { recursive: true } : {}),
  };
}
