import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { LexicalRules } from "../sql/lexical-rules.ts";
import type { SetOperator } from "../sql/query-tree.ts";
import { readQuery } from "../sql/read-query.ts";
import { type AssemblyRules, isComplete } from "./assemble.ts";
import {
  type Draft,
  EMPTY_DRAFT,
  findCte,
  findPart,
  MAIN,
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
    return {
      failure: {
        code: "invalid-arguments",
        message: `"${name}" is no name for a CTE; write it as t or t(a, b).`,
        part: { argument: "name", text: name },
        suggestions: [],
      },
    };
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
  const query = queryAt(draft, at);
  if (!isComplete(query.cores)) {
    const core = Math.max(
      0,
      query.cores.findIndex((each) => each.select === undefined),
    );
    const part = partName(draft, { query: at, core });
    return { failure: needs("from", part, query.cores[core]?.from === undefined ? "from" : "select") };
  }
  return {
    draft: withQuery(draft, at, {
      ...query,
      cores: [...query.cores, {}],
      operators: [...query.operators, operator],
    }),
    place: { query: at, core: query.cores.length },
  };
}

function ensureCore(draft: Draft, place: PartPlace): Draft {
  const query = queryAt(draft, place.query);
  if (query.cores[place.core] !== undefined || place.query !== MAIN || place.core !== 0) return draft;
  return withQuery(draft, MAIN, { ...query, cores: [{}] });
}

export function unknownPart(draft: Draft, part: string): ToolFailure {
  const names = partNames(draft);
  const known = names.length === 0 ? "The draft is empty" : `Parts of the draft: ${names.join(", ")}`;
  return {
    code: "unknown-part",
    message: `The draft has no part "${part}". ${known}; from with operator starts a further SELECT, from with name a CTE.`,
    part: { argument: "part", text: part },
    suggestions: names.map((text) => ({ text, replaces: part })),
  };
}

/** The failure of a tool that comes before its time: `missing` has to be set first in that part. */
export function needs(tool: string, part: string, missing: string): ToolFailure {
  const inPart = part === "main" ? "" : `, part="${part}"`;
  const text = missing === "where" || missing === "group_by" ? "" : "…";
  const none = missing === "where" ? " (empty says that there is no condition)" : "";
  return {
    code: "prerequisite-missing",
    message: `${tool} needs ${missing} first${inPart === "" ? "" : ` in part "${part}"`}: call ${missing}${none}.`,
    part: { clause: tool },
    suggestions: [{ text: `${missing}("${text}"${inPart})`, reason: `sets ${missing}` }],
  };
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
