import type {
  FailingPart,
  FailureCode,
  Suggestion,
  ToolFailure,
} from "../../../../environment/tool-failure.ts";

import { editDistance } from "../../../../util/edit-distance.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";
import type { EngineErrorFacts } from "../../driver/sql-engine-error.ts";
import type { Span } from "../../sql/query-tree.ts";
import type { ScopeSource } from "../../sql/scope.ts";
import { type ClauseCheck, shortened } from "../clause-check.ts";

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

/** What explainers have to work with. */
export interface Complaint {
  readonly check: ClauseCheck;
  readonly facts: EngineErrorFacts;
}

/** A suggestion that still carries how sure it is, 0 to 1. */
export interface Ranked extends Suggestion {
  readonly score: number;
}

const MOST = 5;

/** Best first, each text once, without the scores. */
export function bestOf(ranked: readonly Ranked[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return [...ranked]
    .sort((a, b) => b.score - a.score)
    .filter((each) => {
      const isNew = !seen.has(each.text) && each.text !== each.replaces;
      seen.add(each.text);
      return isNew;
    })
    .slice(0, MOST)
    .map(({ score: _, ...suggestion }) => suggestion);
}

export function failure(
  { check }: Complaint,
  code: FailureCode,
  message: string,
  place: Span | string | undefined,
  ranked: readonly Ranked[] = [],
): ToolFailure {
  const part = partAt(check, place);
  return { code, message: shortened(message, part.text), part, suggestions: bestOf(ranked) };
}

/** The failing part: a span of the statement, or a word that is looked for in the clause. */
function partAt(check: ClauseCheck, place: Span | string | undefined): FailingPart {
  if (place === undefined) return { clause: check.clause.clause };
  if (typeof place !== "string") return check.part(place);
  const { clause, text } = check.clause;
  const start = text.toLowerCase().indexOf(place.toLowerCase());
  if (start < 0) return { clause, text: place };
  return { clause, text: text.slice(start, start + place.length), start, end: start + place.length };
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
