import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { LexicalRules } from "../sql/lexical-rules.ts";
import type { SetOperator } from "../sql/query-tree.ts";
import { namesInBrackets } from "../sql/read-query.ts";
import { cut } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";
import { type AssemblyRules, isComplete } from "./assemble.ts";
import { withQuery } from "./clause-site.ts";
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

/**
 * The failure of a tool that comes before its time: `missing` has to be set first in that part. `condition`: what was given to the tool and rather belongs into
 * WHERE.
 */
export function needs(tool: string, part: string, missing: string, condition?: string): ToolFailure {
  const inPart = part === "main" ? "" : `, part="${part}"`;
  const call =
    missing === "where" || missing === "group_by" ? `${missing}(""${inPart})` : `${missing}("…"${inPart})`;
  const none = missing === "where" ? " (empty says that there is no condition)" : "";
  const moved =
    condition === undefined
      ? []
      : [
          {
            text: `where(${JSON.stringify(condition)}${inPart})`,
            reason: "it uses no aggregate, and so is a condition on rows",
          },
        ];
  return {
    code: "prerequisite-missing",
    message: `${tool} needs ${missing} first${inPart === "" ? "" : ` in part "${part}"`}: call ${missing}${none}.`,
    part: { clause: tool },
    suggestions: [...moved, { text: call, reason: `sets ${missing}` }],
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
  const read = tokenize(text, lexical);
  const { tokens } = read;
  let index = tokens[0]?.value === "WITH" && tokens.length > 1 ? 1 : 0;
  const second = tokens[index + 1];
  const recursive =
    tokens[index]?.kind === "word" &&
    tokens[index]?.value === "RECURSIVE" &&
    (second?.kind === "word" || second?.kind === "identifier") &&
    second.value !== "AS";
  if (recursive) index++;
  const first = tokens[index];
  if (!read.complete || !first || (first.kind !== "word" && first.kind !== "identifier")) return undefined;
  let end = first.end;
  index++;
  if (tokens[index]?.value === "(") {
    if (!namesInBrackets(read, index)) return undefined;
    index = read.partner[index] as number;
    end = tokens[index]?.end ?? end;
    index++;
  }
  if (tokens[index]?.value === "AS") index++;
  const rest = tokens.slice(index);
  const hint = rest.map((token) => token.value).join(" ");
  if (rest.length > 0 && hint !== "MATERIALIZED" && hint !== "NOT MATERIALIZED") return undefined;
  return {
    name: first.kind === "identifier" ? first.value : cut(read, first),
    heading: cut(read, { start: first.start, end }),
    ...(hint === "" ? {} : { hint }),
    ...(recursive ? { recursive } : {}),
  };
}
