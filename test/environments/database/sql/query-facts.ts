/** What two readers of the same query must agree on. All lists are sorted. */
export interface QueryFacts {
  /** `t.c` in lower case, every mention, at every depth. */
  readonly columns: readonly string[];
  /** Number of conditions in each WHERE, at every depth. */
  readonly conjuncts: readonly number[];
  /** `table alias` or `(subquery) alias` of each source, at every depth. */
  readonly sources: readonly string[];
  /** Number of items in each SELECT list, at every depth. */
  readonly widths: readonly number[];
}

export class FactsCollector {
  private readonly columns: string[] = [];
  private readonly conjuncts: number[] = [];
  private readonly sources: string[] = [];
  private readonly widths: number[] = [];

  column(qualifier: string | undefined, name: string): void {
    this.columns.push((qualifier === undefined ? name : `${qualifier}.${name}`).toLowerCase());
  }

  where(count: number): void {
    this.conjuncts.push(count);
  }

  source(name: string | undefined, alias: string | undefined): void {
    this.sources.push(`${name ?? "(subquery)"} ${alias ?? ""}`.toLowerCase());
  }

  width(count: number): void {
    this.widths.push(count);
  }

  facts(): QueryFacts {
    return {
      columns: this.columns.sort(),
      conjuncts: this.conjuncts.sort((a, b) => a - b),
      sources: this.sources.sort(),
      widths: this.widths.sort((a, b) => a - b),
    };
  }
}
