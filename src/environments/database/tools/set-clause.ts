import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { ClauseName } from "../check/clause-subject.ts";
import { isComplete } from "../draft/assemble.ts";
import { checkSites, dependentsOf, inspectSite } from "../draft/check-sites.ts";
import { ClauseJudge } from "../draft/clause-judge.ts";
import { type ClauseSite, clauseAt, withClause, withCore } from "../draft/clause-site.ts";
import { type Draft, queryAt } from "../draft/draft.ts";
import { findCte, type PartPlace, partName } from "../draft/draft-part.ts";
import { needs } from "../draft/place-of-from.ts";
import { readClauseText } from "../draft/read-clause-text.ts";
import { clauseObservation } from "./clause-observation.ts";
import type { ToolCall, ToolOutcome } from "./database-tool.ts";
import { unboundFailure } from "./run-query.ts";
import { severalClauses } from "./several-clauses.ts";

export interface ClauseRequest {
  readonly clause: ClauseName;
  readonly argument: string;
  readonly text: string;
  /** Holds the core that the clause is set in. */
  readonly draft: Draft;
  readonly place: PartPlace;
}

/** Sets one clause of the draft: reads it, has the engine judge it, inspects it, and checks again what depends on it. */
export async function setClause(request: ClauseRequest, call: ToolCall): Promise<ToolOutcome> {
  const { clause, argument, text, place } = request;
  const { lexical } = call.services.driver.dialect;
  const part = partName(request.draft, place);
  const read = readClauseText(clause, text, lexical);
  if (read.type === "several") return { failure: severalClauses(clause, argument, text, read.pieces, part) };
  if (read.type !== "clause") return { failure: unreadable(read.type, clause, argument) };
  const unbound = unboundFailure(text, lexical);
  if (unbound) return { failure: { ...unbound, part: { ...unbound.part, clause, argument } } };
  const site: ClauseSite = { ...place, core: clause === "order_by" ? 0 : place.core, clause };
  const before = clauseAt(request.draft, site);
  const remove = read.text === "" && (clause === "having" || clause === "order_by");
  if (read.text === "" && clause === "select") {
    return { failure: emptySelect(argument) };
  }
  let draft = withClause(request.draft, site, remove ? undefined : read.text);
  if (read.window !== undefined) {
    const core = queryAt(draft, site.query).cores[site.core] ?? {};
    draft = withCore(draft, site, { ...core, window: read.window });
  }
  const judge = new ClauseJudge(call.services, call.checker, call.context);
  const dependents = dependentsOf(draft, site);
  const verdict = await judge.judge(draft, site);
  if (!verdict.legal) {
    return {
      failure: ofArgument(incompleteCte(draft, verdict.failure, clause, judge), argument, text, read),
    };
  }
  const own = await inspectSite(site, verdict, judge);
  const sameCore = (each: ClauseSite) => each.query === site.query && each.core === site.core;
  const again = await checkSites(draft, dependents, judge, sameCore);
  const observation = await clauseObservation(
    { draft, own, again, replaced: before !== undefined, removed: remove },
    judge,
  );
  return { observation, state: { ...call.state, draft } };
}

function ofArgument(
  failure: ToolFailure,
  argument: string,
  text: string,
  read: { readonly text: string; readonly start: number },
): ToolFailure {
  const { part } = failure;
  const inClause = part?.start !== undefined && part.end !== undefined;
  const shift = text.startsWith(read.text, read.start) ? read.start : 0;
  return {
    ...failure,
    part: {
      ...part,
      argument,
      ...(inClause ? { start: (part.start ?? 0) + shift, end: (part.end ?? 0) + shift } : {}),
    },
  };
}

/** A table that is not there may be a CTE that has no SELECT yet. */
function incompleteCte(
  draft: Draft,
  failure: ToolFailure,
  clause: ClauseName,
  judge: ClauseJudge,
): ToolFailure {
  const named = failure.part?.text;
  if (failure.code !== "unknown-table" || named === undefined) return failure;
  const query = findCte(draft, named, judge.rules.sameIdentifier);
  if (query === undefined) return failure;
  const { cores } = queryAt(draft, query);
  if (isComplete(cores)) return failure;
  const core = Math.max(
    0,
    cores.findIndex((each) => each.select === undefined),
  );
  return needs(clause, partName(draft, { query, core }), "select");
}

function unreadable(type: "unclosed" | "statements", clause: ClauseName, argument: string): ToolFailure {
  return type === "unclosed"
    ? {
        code: "syntax-error",
        message: "A quote, a comment or a bracket is not closed.",
        part: { clause, argument },
        suggestions: [],
      }
    : {
        code: "multiple-statements",
        message: "Give one clause, without a semicolon inside.",
        part: { clause, argument },
        suggestions: [],
      };
}

function emptySelect(argument: string): ToolFailure {
  return {
    code: "syntax-error",
    message: "select needs at least one expression.",
    part: { clause: "select", argument },
    suggestions: [{ text: "*", reason: "all columns" }],
  };
}
