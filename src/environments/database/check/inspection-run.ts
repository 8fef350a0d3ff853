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
import { type BaseColumn, scopeOfCore } from "./query-scope.ts";

/** Share of an action's time that the checks of a clause may take; the rest is the tool's own. */
const SHARE = 0.3;

/** One inspection of one clause: its scope, its findings, and questions to the engine within its share of the time. */
export class InspectionRun {
  readonly services: DatabaseServices;
  readonly subject: ClauseSubject;
  readonly context: ActContext;
  readonly warnings: Finding[] = [];
  readonly notes: Finding[] = [];
  readonly lines: string[] = [];
  readonly #questioning: Questioning;
  readonly #profiles: Map<string, Promise<ColumnProfile | undefined>> = new Map();

  static async begin(
    services: DatabaseServices,
    questions: EngineQuestions,
    subject: ClauseSubject,
    context: ActContext,
  ): Promise<InspectionRun> {
    const questioning = await questions.begin(context.limits.milliseconds * SHARE, context.signal);
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

  ask(sql: string, parameters?: readonly SqlValue[], maxRows?: number): Promise<StatementResult | undefined> {
    return this.#questioning.ask(sql, parameters, maxRows);
  }

  /** The first row as numbers; NULL counts as 0. */
  async askNumbers(sql: string): Promise<readonly number[] | undefined> {
    const result = await this.ask(sql);
    return result?.rows[0]?.map((value) => Number(value ?? 0));
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
    add(this.warnings, { code, message, part: this.part(span), suggestions });
  }

  note(code: FindingCode, span: Span, message: string, suggestions: readonly Suggestion[] = []): void {
    add(this.notes, { code, message, part: this.part(span), suggestions });
  }

  /** The column's cells, sampled once per run; undefined where the engine or the time refuses. */
  profile(base: BaseColumn): Promise<ColumnProfile | undefined> {
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

/** The suggestions without those whose text was said before. */
export function eachOnce(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const first = new Map<string, Suggestion>();
  for (const each of suggestions) if (!first.has(each.text)) first.set(each.text, each);
  return [...first.values()];
}

function add(findings: Finding[], finding: Finding): void {
  const same = findings.some(
    (each) =>
      each.code === finding.code &&
      each.part?.start === finding.part?.start &&
      each.part?.text === finding.part?.text,
  );
  if (!same) findings.push({ ...finding, suggestions: eachOnce(finding.suggestions) });
}
