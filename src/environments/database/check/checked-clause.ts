import {
  conjunctsOf,
  type ExpressionNode,
  type QueryTree,
  type SelectCore,
  type Span,
} from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import { type ClauseName, contains } from "./clause.ts";
import { ClauseCheck, type ClauseRequest } from "./clause-check.ts";
import type { ScopedExpression, StatementContents } from "./clause-expressions.ts";
import { type Place, withOf } from "./clause-sql.ts";
import { type Comparison, comparisonsIn } from "./comparisons.ts";
import { unconnectedSources } from "./findings/joins.ts";
import { isMasked } from "./masked.ts";

/** A check for one kind of mistake in a clause that compiles. All are listed in `check-clause.ts`. */
export interface Check {
  /** The clauses that the check runs on; absent for all. */
  readonly clauses?: readonly ClauseName[];
  /** True for a check that is skipped when unconnected tables make too many rows to count. */
  readonly countsRows?: true;
  /** Looks for the mistake in the parsed clause, queries the engine where the text alone does not decide, and adds findings to `check`. */
  look(check: CheckedClause): Promise<void> | void;
}

/** Most rows of a join without conditions that are still counted. */
const MOST_COUNTED = 2_000_000;

/** A clause that compiles and could be parsed: its expressions, and the scope that resolves its names. */
export class CheckedClause extends ClauseCheck implements Place {
  readonly core: SelectCore;
  readonly scope: Scope;
  /** Conditions of WHERE or HAVING that keep rows or groups alone. */
  readonly keeping: Span[] = [];
  #expressions: readonly ScopedExpression[] | undefined;
  #comparisons: readonly Comparison[] | undefined;
  #isTooMany: Promise<boolean> | undefined;

  constructor(at: ClauseRequest, { core, scope }: Place, contents: StatementContents) {
    super(at, contents);
    this.core = core;
    this.scope = scope;
  }

  /** The query that the clause belongs to. */
  get query(): QueryTree | undefined {
    return this.contents.queries.find(({ cores }) => cores.includes(this.core));
  }

  /** The expressions of the clause, and those of the subqueries in it. */
  get expressions(): readonly ScopedExpression[] {
    this.#expressions ??= this.contents.expressions.filter(
      ({ node, place }) => contains(this.clause.span, node) && place !== "limit",
    );
    return this.#expressions;
  }

  /** The expressions of the clause itself. */
  get own(): readonly ScopedExpression[] {
    return this.expressions.filter(({ core }) => core === this.core);
  }

  /** All comparisons with constants, except those of masked columns, which hold only `***`. */
  get comparisons(): readonly Comparison[] {
    this.#comparisons ??= this.expressions
      .flatMap((expression) => comparisonsIn(this, expression))
      .filter((each) => !isMasked(each));
    return this.#comparisons;
  }

  /** The expressions of SELECT. */
  get selected(): readonly ExpressionNode[] {
    return this.scope.items.flatMap(({ expression }) => (expression ? [expression] : []));
  }

  /** The conditions that AND joins in WHERE, or in HAVING. */
  conditions(clause: "where" | "having" = "where"): readonly ExpressionNode[] {
    const text = this.core[clause];
    return text ? conjunctsOf(readExpression(text, this.dialect.lexical)) : [];
  }

  /** The number of rows of each source. LATERAL sources, which depend on others, are missing. */
  async sourceRows(): Promise<ReadonlyMap<ScopeSource, number | undefined>> {
    const plain = this.scope.sources.filter((each) => !each.source.lateral);
    if (plain.length === 0) return new Map();
    const each = plain.map(({ source }) => `(SELECT COUNT(*) FROM ${this.text(source)})`);
    const counts = await this.askNumbers(`${withOf(this, this.scope)}SELECT ${each.join(", ")}`);
    return new Map(plain.map((source, i) => [source, counts?.[i]]));
  }

  /** True where tables without a join condition make too many rows to count. `looseTables` warns of them anyway. */
  isTooMany(): Promise<boolean> {
    this.#isTooMany ??= this.#wouldBeTooMany();
    return this.#isTooMany;
  }

  async #wouldBeTooMany(): Promise<boolean> {
    const { sources } = this.scope;
    if (sources.length < 2 || unconnectedSources(this.scope, this.conditions()).length === 0) return false;
    const rows = await this.sourceRows();
    return sources.reduce((all, each) => all * (rows.get(each) ?? 1), 1) > MOST_COUNTED;
  }
}
