import type { ActContext } from "../../../environment/act-context.ts";
import type { FailingPart, Finding, FindingCode, Suggestion } from "../../../environment/tool-failure.ts";

import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { JsonObject } from "../../../util/json.ts";
import { timeLeft } from "../act-limits.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { SqlDriver, StatementResult } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { type ExpressionNode, nodesIn, type SelectCore, type Span } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { type Clause, clauseOfSpan } from "./clause.ts";
import { type ScopedReference, statementContents } from "./clause-expressions.ts";
import { type ColumnProfile, profileColumn } from "./column-profile.ts";
import { type BaseColumn, scopeContext, scopeOfCore } from "./query-scope.ts";

const MOST_KEPT = 2000;

/** Milliseconds with which no statement is begun any more. */
const LEAST_LEFT = 20;

/** Answers of the engine to the statements of checks, kept by text while the data do not change: a clause that is set again costs nothing. */
export class EngineQuestions {
  readonly #driver: SqlDriver;
  readonly #kept = new Map<string, StatementResult | "refused">();
  #version: string | undefined;

  constructor(driver: SqlDriver) {
    this.#driver = driver;
  }

  /** Forgets the answers of data that are no more. */
  async renew(signal: AbortSignal): Promise<void> {
    const version = await this.#driver.dataVersion(signal);
    if (version !== this.#version) this.#kept.clear();
    this.#version = version;
  }

  /** The result; "refused" by the engine, or "late" where the milliseconds do not suffice. */
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
    const answer = await this.#driver
      .query(sql, parameters, { maxRows, milliseconds, signal })
      .catch((error: unknown) => {
        if (FuxiError.isInstance(error) && error.code === "engine-timeout") return "late" as const;
        if (error instanceof SqlEngineError) return "refused" as const;
        throw error;
      });
    if (answer === "late") return answer;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, answer);
    return answer;
  }
}

/** Characters of a constant, and of a condition, that a message repeats. */
const LONGEST_CONSTANT = 80;
const LONGEST_PART = 200;

const CONSTANT = /(?<![\p{L}\p{N}'])'(?:[^']|'')*'/gu;

/** The message with long constants cut, and with the part that it is about cut where that is long altogether. */
export function shortened(message: string, part?: string): string {
  const whole =
    part !== undefined && part.length > LONGEST_PART
      ? message.replaceAll(part, () => cut(part, LONGEST_PART))
      : message;
  return whole.replace(CONSTANT, (text) =>
    text.length > LONGEST_CONSTANT + 2 ? `${cut(text, LONGEST_CONSTANT)}'` : text,
  );
}

function cut(text: string, most: number): string {
  // The last one may be the first half of a character that two code units write.
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}

/** A suggestion longer than this is no help to read, and repeats a value that is too long to be meant. */
const LONGEST_SUGGESTION = 1000;

/** The findings of one inspection: each once, and of each code only so many, the last of which says how many more there are. */
export class FindingList {
  readonly #most: number;
  readonly #kept: Finding[] = [];
  readonly #seen = new Set<string>();
  readonly #more = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  add(finding: Finding): void {
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

  told(): readonly Finding[] {
    if (this.#more.size === 0) return this.#kept;
    return this.#kept.map((each, i) => {
      const more = this.#more.get(each.code);
      const isLast = this.#kept.findLastIndex((other) => other.code === each.code) === i;
      return more !== undefined && isLast
        ? { ...each, message: `${each.message} And ${more} more like this.` }
        : each;
    });
  }
}

/** The suggestions without those whose text was said before. */
function eachOnce(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const first = new Map<string, Suggestion>();
  for (const each of suggestions) if (!first.has(each.text)) first.set(each.text, each);
  return [...first.values()];
}

/** Share of an action's time that the checks of one clause may take, and those of all its clauses; the rest is the tool's own. */
const SHARE = 0.3;
const SHARE_OF_ALL = 0.6;

/** Findings of one code that are told of a clause. */
const MOST_OF_CODE = 5;

/** A clause of an action, and what it can be checked with. */
export interface ClauseAtHand {
  readonly services: DatabaseServices;
  /** Renewed before: what they keep is of the data as they are. */
  readonly questions: EngineQuestions;
  readonly clause: Clause;
  readonly context: ActContext;
}

/** The check of one clause: its scope, its findings, and questions to the engine within its share of the time. */
export class ClauseCheck {
  readonly services: DatabaseServices;
  readonly dialect: SqlDialect;
  readonly clause: Clause;
  readonly context: ActContext;
  readonly lines: string[] = [];
  /** True when something stayed open because the time was used up. */
  ranOut = false;
  readonly #warnings = new FindingList(MOST_OF_CODE);
  readonly #notes = new FindingList(MOST_OF_CODE);
  readonly #questions: EngineQuestions;
  readonly #end: number;
  #contents: ReturnType<typeof statementContents> | undefined;
  readonly #profiles: Map<string, Promise<ColumnProfile | undefined>> = new Map();

  constructor({ services, questions, clause, context }: ClauseAtHand) {
    this.services = services;
    this.dialect = services.driver.dialect;
    this.#questions = questions;
    this.clause = clause;
    this.context = context;
    // What is left for the result itself is not for the checks.
    const most = timeLeft(context) - context.limits.milliseconds * (1 - SHARE_OF_ALL);
    this.#end = Date.now() + Math.min(timeLeft(context, SHARE), most);
  }

  get warnings(): readonly Finding[] {
    return this.#warnings.told();
  }

  get notes(): readonly Finding[] {
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

  /** True when there is no time left for what is not a question to the engine either; it then counts as left open. */
  get isOver(): boolean {
    if (this.#end - Date.now() < LEAST_LEFT) this.ranOut = true;
    return this.ranOut;
  }

  /** True when more warnings of that code would only be counted: then nothing needs to be found out for them. */
  isFull(code: FindingCode): boolean {
    return this.warnings.filter((each) => each.code === code).length >= MOST_OF_CODE;
  }

  text(span: Span): string {
    return this.clause.sql.slice(span.start, span.end);
  }

  part(span: Span): FailingPart {
    const { span: whole, tree } = this.clause;
    const clause = (tree && clauseOfSpan(tree, span)?.clause) ?? this.clause.clause;
    const [start, end] = [span.start - whole.start, span.end - whole.start];
    const inside = start >= 0 && end <= this.clause.text.length;
    return { clause, text: this.text(span), ...(inside ? { start, end } : {}) };
  }

  warn(code: FindingCode, span: Span, message: string, suggestions: readonly Suggestion[] = []): void {
    this.#warnings.add({ code, message, part: this.part(span), suggestions });
  }

  note(code: FindingCode, span: Span, message: string, suggestions: readonly Suggestion[] = []): void {
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

  /** All that stands in the statement: it does not change while its refusal is explained, and several look at it for each candidate. */
  get contents(): ReturnType<typeof statementContents> {
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

  /** What the names in the core's clauses refer to; undefined when the query could not be read. */
  scopeOf(core: SelectCore): Scope | undefined {
    const { tree } = this.clause;
    return tree && scopeOfCore(this.services, tree, core);
  }
}

/** Findings of several clauses, each sentence once: what SELECT is warned of shows again in ORDER BY. */
export function findingsOnce(findings: readonly Finding[]): readonly Finding[] {
  const first = new Map<string, Finding>();
  for (const each of findings) {
    const key = `${each.code} ${each.message}`;
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}

/** What the inspection of a clause that compiles has to tell. */
export interface ClauseFindings {
  /** Rows after this clause: of the join, kept by the conditions, groups, groups kept. Exact, counted by the engine. Absent when the count ran over
   * its share of the time limit, which a note then says. */
  readonly rows?: number;
  readonly warnings: readonly Finding[];
  readonly notes: readonly Finding[];
  /** Clause-specific facts for the tool's structured result: `joins`, `conditions`, `columns`, `groups`, … */
  readonly facts: JsonObject;
  /** The facts as short lines for the model. */
  readonly lines: readonly string[];
}
