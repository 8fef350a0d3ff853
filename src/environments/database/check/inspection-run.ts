import type { ActContext } from "../../../environment/act-context.ts";
import type { FindingCode } from "../../../environment/finding-codes.ts";
import type { FailingPart, Finding, Suggestion } from "../../../environment/tool-failure.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { StatementResult } from "../driver/sql-driver.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import type { SelectCore, Span } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { clauseOfSpan } from "./clause-of-span.ts";
import type { ClauseSubject } from "./clause-subject.ts";
import { type ColumnProfile, profileColumn } from "./column-profile.ts";
import type { EngineQuestions, Questioning } from "./engine-questions.ts";
import { qualifiedTable } from "./find-table.ts";
import { FindingList } from "./finding-list.ts";
import { type BaseColumn, scopeOfCore } from "./query-scope.ts";

/** Share of an action's time that the checks of one clause may take, and those of all its clauses; the rest is the tool's own. */
const SHARE = 0.3;
const SHARE_OF_ALL = 0.6;

/** Findings of one code that are told of a clause. */
const MOST_OF_CODE = 5;

/** When the checks of an action began: each action comes with its own context. */
const beginnings = new WeakMap<ActContext, number>();

/** One inspection of one clause: its scope, its findings, and questions to the engine within its share of the time. */
export class InspectionRun {
  readonly services: DatabaseServices;
  readonly subject: ClauseSubject;
  readonly context: ActContext;
  readonly #warnings = new FindingList(MOST_OF_CODE);
  readonly #notes = new FindingList(MOST_OF_CODE);
  readonly lines: string[] = [];
  readonly #questioning: Questioning;
  readonly #profiles: Map<string, Promise<ColumnProfile | undefined>> = new Map();

  static async begin(
    services: DatabaseServices,
    questions: EngineQuestions,
    subject: ClauseSubject,
    context: ActContext,
  ): Promise<InspectionRun> {
    const now = Date.now();
    const began = beginnings.get(context) ?? now;
    beginnings.set(context, began);
    const { milliseconds } = context.limits;
    const end = Math.min(now + milliseconds * SHARE, began + milliseconds * SHARE_OF_ALL);
    const questioning = await questions.begin(end, context.signal);
    return new InspectionRun(services, questioning, subject, context);
  }

  private constructor(
    services: DatabaseServices,
    questioning: Questioning,
    subject: ClauseSubject,
    context: ActContext,
  ) {
    this.services = services;
    this.#questioning = questioning;
    this.subject = subject;
    this.context = context;
  }

  get warnings(): readonly Finding[] {
    return this.#warnings.told();
  }

  get notes(): readonly Finding[] {
    return this.#notes.told();
  }

  ask(sql: string, parameters?: readonly SqlValue[], maxRows?: number): Promise<StatementResult | undefined> {
    return this.#questioning.ask(sql, parameters, maxRows);
  }

  /** The first row as numbers; NULL counts as 0. */
  async askNumbers(sql: string): Promise<readonly number[] | undefined> {
    const result = await this.ask(sql);
    return result?.rows[0]?.map((value) => Number(value ?? 0));
  }

  /** True when there is no time left for what is not a question to the engine either. */
  get isOver(): boolean {
    return this.#questioning.isOver();
  }

  /** True when more warnings of that code would only be counted: then nothing needs to be found out for them. */
  isFull(code: FindingCode): boolean {
    return this.warnings.filter((each) => each.code === code).length >= MOST_OF_CODE;
  }

  get ranOut(): boolean {
    return this.#questioning.ranOut();
  }

  text(span: Span): string {
    return this.subject.sql.slice(span.start, span.end);
  }

  part(span: Span): FailingPart {
    const { span: whole, tree } = this.subject;
    const clause = (tree && clauseOfSpan(tree, span)?.clause) ?? this.subject.clause;
    const [start, end] = [span.start - whole.start, span.end - whole.start];
    const inside = start >= 0 && end <= this.subject.text.length;
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

  /** What the names in the core's clauses refer to; undefined when the query could not be read. */
  scope(core: SelectCore): Scope | undefined {
    const { tree } = this.subject;
    return tree && scopeOfCore(this.services, tree, core);
  }
}
