import type {
  FailingPart,
  FailureCode,
  Suggestion,
  ToolFailure,
} from "../../../../environment/tool-failure.ts";

import { editDistance } from "../../../../util/edit-distance.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";
import type { EngineErrorFacts } from "../../driver/sql-engine-error.ts";
import { isNamed } from "../../sql/build-scope.ts";
import type { CallNode, Span } from "../../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../../sql/scope.ts";
import { contains } from "../clause.ts";
import { type ClauseAtHand, ClauseCheck, shortened } from "../clause-check.ts";

const SHOWN = 30;

/** `u (users) has id, name, …` */
export function columnsShown({
  name,
  table,
  columns,
}: Pick<ScopeSource, "name" | "table" | "columns">): string {
  const names = columns.map((column) => column.name);
  const shown = names.length > SHOWN ? `${names.slice(0, SHOWN).join(", ")}, …` : names.join(", ");
  const alias = table && name !== table.name ? ` (${table.name})` : "";
  return `${name ?? "the subquery"}${alias} has ${shown}`;
}

/** A suggestion that still carries how sure it is, 0 to 1. */
export interface Ranked extends Suggestion {
  readonly score: number;
}

/** A clause that the engine refused, and what it said. */
export class RefusedClause extends ClauseCheck {
  readonly facts: EngineErrorFacts;

  constructor(at: ClauseAtHand, facts: EngineErrorFacts) {
    super(at);
    this.facts = facts;
  }

  /** `place`: a span of the statement, or a word that is looked for in the clause. */
  failure(
    code: FailureCode,
    message: string,
    place: Span | string | undefined,
    ranked: readonly Ranked[] = [],
  ): ToolFailure {
    const part = this.#partAt(place);
    return { code, message: shortened(message, part.text), part, suggestions: bestOf(ranked) };
  }

  #partAt(place: Span | string | undefined): FailingPart {
    const { clause, text } = this.clause;
    if (place === undefined) return { clause };
    if (typeof place !== "string") return this.part(place);
    const start = text.toLowerCase().indexOf(place.toLowerCase());
    if (start < 0) return { clause, text: place };
    return { clause, text: text.slice(start, start + place.length), start, end: start + place.length };
  }

  /** Calls of that function, in the clause at hand first. */
  callsOf(name: string): readonly CallNode[] {
    const calls = this.nodes.filter((node) => node.type === "call");
    const { span } = this.clause;
    return calls
      .filter((node) => node.name.toLowerCase() === name.toLowerCase())
      .sort((a, b) => Number(contains(span, b)) - Number(contains(span, a)) || a.start - b.start);
  }
}

const MOST = 5;

/** Best first, each text once, without the scores. */
function bestOf(ranked: readonly Ranked[]): readonly Suggestion[] {
  const best = ranked.filter(({ text, replaces }) => text !== replaces).sort((a, b) => b.score - a.score);
  const first = best.filter(({ text }, at) => best.findIndex((other) => other.text === text) === at);
  return first.slice(0, MOST).map(({ score: _, ...suggestion }) => suggestion);
}

/** The table that a qualifier names, from the innermost query outward. */
export function sourceNamed(scope: Scope | undefined, qualifier: string): ScopeSource | undefined {
  const found = scope?.sources.find((source) => isNamed(source, qualifier, scope.context));
  return found ?? (scope && sourceNamed(scope.parent, qualifier));
}

/** A construct of another dialect, in this one's spelling where there is one. */
export interface ForeignSyntax {
  readonly span: Span;
  readonly message: string;
  readonly suggestion?: Ranked;
}

export function inOwnWords(
  check: ClauseCheck,
  span: Span,
  text: string,
  message: string,
  reason: string,
): ForeignSyntax {
  return { span, message, suggestion: { text, replaces: check.text(span), reason, score: 0.97 } };
}

interface RankedName {
  readonly name: string;
  readonly score: number;
}

/**
 * Names near a word of a statement. One or two slips of the pen in a long word come before a name that is its beginning: `membershp` is
 * "membership" rather than "member".
 */
export function nearNames(word: string, names: readonly string[], limit: number): readonly RankedName[] {
  const lower = word.toLowerCase();
  const most = lower.length >= 8 ? 2 : lower.length >= 4 ? 1 : 0;
  return nearestNames(word, names, { limit: limit + 5 })
    .map(({ name, score }) => {
      const distance = editDistance(lower, name.toLowerCase(), most);
      const isSlip = distance > 0 && distance <= most;
      return { name, score: isSlip ? Math.max(score, 0.975 - 0.01 * distance) : score };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}
