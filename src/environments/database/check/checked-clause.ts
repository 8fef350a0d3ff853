import { conjunctsOf, type ExpressionNode, type QueryTree, type SelectCore } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import type { ClauseName } from "./clause.ts";
import { type ClauseAtHand, ClauseCheck } from "./clause-check.ts";
import { clauseExpressions, type ScopedExpression } from "./clause-expressions.ts";
import { type Place, withOf } from "./clause-sql.ts";
import { type Comparison, comparisonsIn } from "./comparisons.ts";
import { unconnectedSources } from "./join-links.ts";
import { isMasked } from "./masked.ts";

/** Something that may be wrong with a clause that compiles: one file each, listed in `check-clause.ts`. */
export interface Check {
  /** The clauses in which it is looked for; absent for all. */
  readonly clauses?: readonly ClauseName[];
  /** True where nothing is looked for while the tables make more rows than are worth counting. */
  readonly countsRows?: true;
  /** Looks for it in the clause as it was read, asks the engine where the text alone does not decide, and tells what it found. */
  look(check: CheckedClause): Promise<void> | void;
}

/** Rows that are counted through although nothing ties the tables together. */
const MOST_COUNTED = 2_000_000;

/** A clause that compiles and could be read: what stands in it, and what its names mean. */
export class CheckedClause extends ClauseCheck implements Place {
  readonly core: SelectCore;
  readonly scope: Scope;
  #expressions: readonly ScopedExpression[] | undefined;
  #comparisons: readonly Comparison[] | undefined;
  #isTooMany: Promise<boolean> | undefined;

  constructor(at: ClauseAtHand, { core, scope }: Place) {
    super(at);
    this.core = core;
    this.scope = scope;
  }

  /** The query whose ordering the clause is. */
  get query(): QueryTree | undefined {
    const { around = [], tree } = this.clause;
    return [...around, ...(tree ? [tree] : [])].find(({ cores }) => cores.includes(this.core));
  }

  /** The expressions of the clause, and those of the subqueries in it. */
  get expressions(): readonly ScopedExpression[] {
    this.#expressions ??= clauseExpressions(this.clause.clause, this, this.query?.orderBy);
    return this.#expressions;
  }

  /** The expressions of the clause itself. */
  get own(): readonly ScopedExpression[] {
    return this.expressions.filter(({ within }) => !within);
  }

  /** All comparisons with constants but those with masked columns, which hold nothing but `***`. */
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

  /** The number of rows of each source; undefined for those that depend on others. */
  async sourceRows(): Promise<ReadonlyMap<ScopeSource, number | undefined>> {
    const plain = this.scope.sources.filter((each) => !each.source.lateral);
    if (plain.length === 0) return new Map();
    const each = plain.map(({ source }) => `(SELECT COUNT(*) FROM ${this.text(source)})`);
    const counts = await this.askNumbers(`${withOf(this, this.scope)}SELECT ${each.join(", ")}`);
    return new Map(plain.map((source, i) => [source, counts?.[i]]));
  }

  /** True where tables that nothing ties together make more rows than are worth counting; that they do so is told anyway. */
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
