import type { ActContext } from "../../../environment/act-context.ts";
import { changed, type Marked, ownText, say, written } from "../../../environment/egress/marks.ts";
import type {
  FailingPart,
  FindingCode,
  MarkedFinding,
  MarkedSuggestion,
} from "../../../environment/tool-failure.ts";

import type { JsonObject } from "../../../util/json.ts";
import { timeLeft } from "../act-limits.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { SqlDriver, StatementResult } from "../driver/sql-driver.ts";
import { unlessRefused } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { type ExpressionNode, nodesIn, type SelectCore, type Span } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { type Clause, clauseOfSpan } from "./clause.ts";
import { type ScopedReference, type StatementContents, statementContents } from "./clause-expressions.ts";
import { type ColumnProfile, profileColumn } from "./column-profile.ts";
import { type BaseColumn, scopeContext } from "./query-scope.ts";

const MOST_STORED = 2000;

/** Below this many remaining milliseconds no statement is started. */
const LEAST_LEFT = 20;

/** Caches the engine's answers to the checks' statements until the data change, so that setting a clause again costs nothing. */
class EngineAnswerCache {
  readonly #driver: SqlDriver;
  readonly #kept = new Map<string, StatementResult | "refused">();
  #version: string | undefined;

  constructor(driver: SqlDriver) {
    this.#driver = driver;
  }

  /** Clears the cache if the data have changed. */
  async renew(signal: AbortSignal): Promise<void> {
    const version = await this.#driver.dataVersion(signal);
    if (version !== this.#version) this.#kept.clear();
    this.#version = version;
  }

  /** The result; "refused" where the engine reports an error, "late" where the milliseconds do not suffice. Only "late" is not cached. */
  async ask(
    sql: string,
    parameters: readonly SqlValue[],
    maxRows: number,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<StatementResult | "refused" | "late"> {
    const key = `${maxRows} ${sql} ${parameters.map(String).join("\u0000")}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    if (milliseconds < LEAST_LEFT) return "late";
    const asked = this.#driver.query(sql, parameters, { maxRows, milliseconds, signal });
    const answer = await unlessRefused(asked, ({ facts }) =>
      facts.kind === "time-limit" ? "late" : "refused",
    );
    if (answer === "late") return answer;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_STORED && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, answer);
    return answer;
  }
}

const kept = new WeakMap<DatabaseServices, EngineAnswerCache>();

/** The cache of one database, which lives as long as its services. */
export function answerCacheOf(services: DatabaseServices): EngineAnswerCache {
  const questions = kept.get(services) ?? new EngineAnswerCache(services.driver);
  kept.set(services, questions);
  return questions;
}

/** Characters of a constant, and of a condition, that a message repeats. */
const LONGEST_CONSTANT = 80;
const LONGEST_PART = 200;

const CONSTANT = /(?<![\p{L}\p{N}'])'(?:[^']|'')*'/gu;

/** The message with long constants shortened, and with the failing `part` shortened where it is long itself. */
export function shortened(message: Marked, part?: string): Marked {
  return changed(message, (said) => {
    const whole =
      part !== undefined && part.length > LONGEST_PART
        ? said.replaceAll(part, () => cut(part, LONGEST_PART))
        : said;
    return whole.replace(CONSTANT, (text) =>
      text.length > LONGEST_CONSTANT + 2 ? `${cut(text, LONGEST_CONSTANT)}'` : text,
    );
  });
}

function cut(text: string, most: number): string {
  // The last code unit may be the first half of a surrogate pair.
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}

/** Longer suggestions are dropped: they repeat a value that is too long to be meant. In characters. */
const LONGEST_SUGGESTION = 1000;

/** Findings without duplicates, at most `most` of each code. The last one of a code says how many more there are. */
class FindingList {
  readonly #most: number;
  readonly #kept: MarkedFinding[] = [];
  readonly #seen = new Set<string>();
  readonly #more = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  add(finding: MarkedFinding): void {
    const { code, part } = finding;
    const key = `${code} ${part?.start ?? ""} ${part?.text ?? ""}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const same = this.#kept.filter((each) => each.code === code).length;
    if (same >= this.#most) {
      this.#more.set(code, (this.#more.get(code) ?? 0) + 1);
      return;
    }
    const suggestions = eachOnce(finding.suggestions).filter(({ text }) => text.length <= LONGEST_SUGGESTION);
    this.#kept.push({ ...finding, message: shortened(finding.message, part?.text), suggestions });
  }

  told(): readonly MarkedFinding[] {
    if (this.#more.size === 0) return this.#kept;
    return this.#kept.map((each, i) => {
      const more = this.#more.get(each.code);
      const isLast = this.#kept.findLastIndex((other) => other.code === each.code) === i;
      return more !== undefined && isLast
        ? { ...each, message: say`${each.message} And ${more} more like this.` }
        : each;
    });
  }
}

/** The suggestions without repeated texts. */
function eachOnce(suggestions: readonly MarkedSuggestion[]): readonly MarkedSuggestion[] {
  const first = new Map<string, MarkedSuggestion>();
  for (const each of suggestions) if (!first.has(each.text)) first.set(each.text, each);
  return [...first.values()];
}

/** Shares of an action's time for the checks of one clause and for the checks of all its clauses; the rest is for the tool itself. */
const SHARE = 0.3;
const SHARE_OF_ALL = 0.6;

/** Most findings of one code that are reported for a clause. */
const MOST_OF_CODE = 5;

/** A clause of an action, and what it can be checked with. */
export interface ClauseRequest {
  readonly services: DatabaseServices;
  readonly clause: Clause;
  readonly context: ActContext;
}

/** The check of one clause: its scope, its findings, and questions to the engine within its share of the time. */
export class ClauseCheck {
  readonly services: DatabaseServices;
  readonly dialect: SqlDialect;
  readonly clause: Clause;
  readonly context: ActContext;
  readonly lines: Marked[] = [];
  /** True when a check stayed unfinished because its time was used up. */
  ranOut = false;
  readonly #warnings = new FindingList(MOST_OF_CODE);
  readonly #notes = new FindingList(MOST_OF_CODE);
  readonly #questions: EngineAnswerCache;
  readonly #end: number;
  #contents: StatementContents | undefined;
  readonly #profiles: Map<string, Promise<ColumnProfile | undefined>> = new Map();

  constructor({ services, clause, context }: ClauseRequest, contents?: StatementContents) {
    this.#contents = contents;
    this.services = services;
    this.dialect = services.driver.dialect;
    this.#questions = answerCacheOf(services);
    this.clause = clause;
    this.context = context;
    // The rest of the time is reserved for the result itself.
    const most = timeLeft(context) - context.limits.milliseconds * (1 - SHARE_OF_ALL);
    this.#end = Date.now() + Math.min(timeLeft(context, SHARE), most);
  }

  get warnings(): readonly MarkedFinding[] {
    return this.#warnings.told();
  }

  get notes(): readonly MarkedFinding[] {
    return this.#notes.told();
  }

  /** The result, or undefined where the engine refuses the statement or the time is used up. */
  async ask(sql: string, parameters: readonly SqlValue[] = [], maxRows = 100) {
    const left = this.#end - Date.now();
    const answer = await this.#questions.ask(sql, parameters, maxRows, left, this.context.signal);
    if (answer === "late") this.ranOut = true;
    return typeof answer === "string" ? undefined : answer;
  }

  /** The first row as numbers; NULL counts as 0. */
  async askNumbers(sql: string): Promise<readonly number[] | undefined> {
    const result = await this.ask(sql);
    return result?.rows[0]?.map((value) => Number(value ?? 0));
  }

  /** True when no time is left, also for work outside the engine. Reading it then marks the check as unfinished (`ranOut`). */
  get isOver(): boolean {
    if (this.#end - Date.now() < LEAST_LEFT) this.ranOut = true;
    return this.ranOut;
  }

  /** True when further warnings of that code would only be counted, so that suggestions for them are wasted. */
  isFull(code: FindingCode): boolean {
    return this.warnings.filter((each) => each.code === code).length >= MOST_OF_CODE;
  }

  text(span: Span): string {
    return this.clause.sql.slice(span.start, span.end);
  }

  get dialectName(): Marked {
    return ownText(this.dialect.name);
  }

  /** The text of a span, marked for use in a message. */
  shown(span: Span): Marked {
    return written(this.text(span));
  }

  part(span: Span): FailingPart {
    const { span: whole, tree } = this.clause;
    const clause = (tree && clauseOfSpan(tree, span)?.clause) ?? this.clause.clause;
    const [start, end] = [span.start - whole.start, span.end - whole.start];
    const inside = start >= 0 && end <= this.clause.text.length;
    return { clause, text: this.text(span), ...(inside ? { start, end } : {}) };
  }

  warn(code: FindingCode, span: Span, message: Marked, suggestions: readonly MarkedSuggestion[] = []): void {
    this.#warnings.add({ code, message, part: this.part(span), suggestions });
  }

  note(code: FindingCode, span: Span, message: Marked, suggestions: readonly MarkedSuggestion[] = []): void {
    this.#notes.add({ code, message, part: this.part(span), suggestions });
  }

  /** The column's cells, sampled once per run; undefined where the column is masked, or the engine or the time refuses. */
  async profile(base: BaseColumn): Promise<ColumnProfile | undefined> {
    if (base.column.masked === true) return undefined;
    const key = `${qualifiedTable(this.services, base.table)}.${base.column.name}`;
    const kept = this.#profiles.get(key);
    if (kept) return kept;
    const ask = this.ask.bind(this);
    const made = profileColumn(this.services, base, ask);
    this.#profiles.set(key, made);
    return made;
  }

  /** The expressions, queries and column references of the whole statement. Cached, because explanations read them for each candidate. */
  get contents(): StatementContents {
    this.#contents ??= statementContents(this.clause.tree, scopeContext(this.services));
    return this.#contents;
  }

  /** The columns that the statement names. */
  get references(): readonly ScopedReference[] {
    return this.contents.references;
  }

  /** Every expression node of the statement. */
  get nodes(): readonly ExpressionNode[] {
    return this.contents.expressions.flatMap(({ node }) => nodesIn(node));
  }

  /** The scope of the core's clauses; undefined when the query could not be parsed. */
  scopeOf(core: SelectCore): Scope | undefined {
    return this.contents.scopes.get(core);
  }
}

/** Findings of several clauses without repeated messages: ORDER BY often repeats a warning of SELECT. */
export function findingsOnce(findings: readonly MarkedFinding[]): readonly MarkedFinding[] {
  const first = new Map<string, MarkedFinding>();
  for (const each of findings) {
    const key = `${each.code} ${each.message}`;
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}

/** Result of checking a clause that compiles. */
export interface ClauseFindings {
  /** Rows after this clause: of the join, kept by the conditions, groups, groups kept. Exact, counted by the engine. Absent when the count ran over
   * its share of the time limit, which a note then says. */
  readonly rows?: number;
  readonly warnings: readonly MarkedFinding[];
  readonly notes: readonly MarkedFinding[];
  /** Clause-specific facts for the tool's structured result: `joins`, `conditions`, `columns`, `groups`, … */
  readonly facts: JsonObject;
  /** The facts as short lines for the model. */
  readonly lines: readonly Marked[];
}
