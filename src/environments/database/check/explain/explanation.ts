import {
  type Marked,
  ownText,
  redacted,
  say,
  schemaName,
  written,
} from "../../../../environment/egress/marks.ts";
import type {
  FailingPart,
  FailureCode,
  MarkedFailure,
  MarkedSuggestion,
} from "../../../../environment/tool-failure.ts";

import { editDistance } from "../../../../util/edit-distance.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";
import type { EngineErrorFacts } from "../../driver/sql-engine-error.ts";
import type { CallNode, Span } from "../../sql/query-tree.ts";
import { isNamed, type Scope, type ScopeSource } from "../../sql/scope.ts";
import { contains } from "../clause.ts";
import { ClauseCheck, type ClauseRequest, shortened } from "../clause-check.ts";
import { type BaseColumn, columnAt } from "../query-scope.ts";

const SHOWN = 30;

/** `u (users) has id, name, …` */
export function columnsShown({
  name,
  table,
  columns,
}: Pick<ScopeSource, "name" | "table" | "columns">): Marked {
  const names = columns.slice(0, SHOWN).map((column) => written(column.name));
  const alias = table && name !== table.name ? say` (${schemaName(table.name)})` : "";
  return say`${name === undefined ? "the subquery" : written(name)}${alias} has ${names}${columns.length > SHOWN ? ", …" : ""}`;
}

export function columnOf({ table, name = "the subquery" }: Pick<ScopeSource, "name" | "table">): Marked {
  return say`column of ${ownText(table?.name ?? name)}`;
}

/** A suggestion with its confidence, 0 to 1. */
export interface Ranked extends MarkedSuggestion {
  readonly score: number;
}

/** A clause that the engine refused, with the facts of its error. */
export class RefusedClause extends ClauseCheck {
  readonly facts: EngineErrorFacts;

  constructor(at: ClauseRequest, facts: EngineErrorFacts) {
    super(at);
    this.facts = facts;
  }

  /** The engine's message, redacted because it may quote cells. */
  get engineSays(): Marked {
    return redacted(this.facts.engineMessage);
  }

  /** `place`: a span of the statement, or a word to find in the clause. */
  failure(
    code: FailureCode,
    message: Marked,
    place: Span | string | undefined,
    ranked: readonly Ranked[] = [],
  ): MarkedFailure {
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

  /** Calls of that function, those in the refused clause first. */
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
function bestOf(ranked: readonly Ranked[]): readonly MarkedSuggestion[] {
  const best = ranked.filter(({ text, replaces }) => text !== replaces).sort((a, b) => b.score - a.score);
  const first = best.filter(({ text }, at) => best.findIndex((other) => other.text === text) === at);
  return first.slice(0, MOST).map(({ score: _, ...suggestion }) => suggestion);
}

/** The table that a qualifier names, from the innermost query outward. */
export function sourceNamed(scope: Scope | undefined, qualifier: string): ScopeSource | undefined {
  const found = scope?.sources.find((source) => isNamed(source, qualifier, scope.context));
  return found ?? (scope && sourceNamed(scope.parent, qualifier));
}

/** The base column that a column name of the statement refers to. */
export function baseAt(check: ClauseCheck, { start }: Span): BaseColumn | undefined {
  const place = check.references.find(({ node }) => node.start === start);
  return place && columnAt(place.scope, place.node)?.column.origin;
}

interface RankedName {
  readonly name: string;
  readonly score: number;
}

/**
 * Names near a word of a statement. Names with one or two typos rank before names that are the word's beginning: `membershp` is
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
