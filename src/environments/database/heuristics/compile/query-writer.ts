import type { DatabaseServices } from "../../database-services.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { JoinStep } from "../../schema/join-paths.ts";
import type { Operator } from "../grammar/question-tree.ts";
import type { ColumnPlace } from "../lexicon/link.ts";
import { columnSql } from "./compile-context.ts";
import { isToOne, type Place } from "./place.ts";

/** A condition on the rows of a table. */
export type Test =
  | { readonly kind: "column"; readonly place: Place; readonly sql: (column: string) => string }
  | Among
  /** A condition on a table that the joins around it bring in. */
  | { readonly kind: "fixed"; readonly sql: string };

/** A condition on a cell; over a join that multiplies rows, or with conditions on what lies between, as the question whether there is such a row. */
export function testAt(
  place: Place,
  sql: (column: string) => string,
  negated = false,
  besides: readonly Test[] = [],
): Test {
  if (besides.length === 0 && place.hops.every(isToOne)) return { kind: "column", place, sql };
  const own: Test = { kind: "column", place: { ...place, hops: [] }, sql };
  return { kind: "among", hops: place.hops, tests: [own, ...besides], negated };
}

/** Rows that have related rows: any, none, or a number of them. */
export interface Among {
  readonly kind: "among";
  readonly hops: readonly JoinStep[];
  readonly tests: readonly Test[];
  readonly negated: boolean;
  readonly count?: { readonly operator: Operator; readonly value: number } | undefined;
  readonly rank?: Rank | undefined;
}

/** An order of rows by expressions over one column. */
export interface Rank {
  readonly place: Place;
  readonly keys: (column: string) => readonly string[];
  readonly direction: "asc" | "desc";
  readonly limit: number;
  /** True where rows without a value would come first. */
  readonly skipsMissing: boolean;
}

/** How many others belong to a thing: so many, or the most or fewest of all. */
interface Counted {
  readonly of: Thing;
  readonly test?: { readonly operator: Operator; readonly value: number };
  readonly rank?: { readonly direction: "asc" | "desc"; readonly limit: number };
}

/** What a noun phrase stands for: rows of a table under conditions, or the values that a column of it has in them. */
export interface Thing {
  readonly root: TableSchema;
  readonly column?: ColumnSchema | undefined;
  readonly tests: readonly Test[];
  readonly rank?: Rank | undefined;
  /** Others that belong to it ("the stadium with the most concerts", "hometowns of at least two teachers"). */
  readonly counted?: Counted | undefined;
  /** What it is told apart by ("in each country"). */
  readonly each?: Thing | undefined;
}

/** What a modifier adds to a thing. */
export type Addition = Partial<Pick<Thing, "rank" | "counted" | "each">> & {
  readonly tests?: readonly Test[];
};

/** A query in the clauses that the tools take. */
export interface QueryParts {
  readonly from: string;
  /** Conditions that all hold. */
  readonly where: readonly string[];
  readonly select: string;
  /** The key of the rows that are shown, by which two that are called alike are told apart. */
  readonly key?: string | undefined;
  /** Finds those that have none, where the fewest are asked for: a join leaves them out. */
  readonly without?: string | undefined;
  readonly groupBy?: string | undefined;
  readonly having?: string | undefined;
  /** With its LIMIT. */
  readonly orderBy?: string | undefined;
  /** The expressions ordered by and the number of rows kept, for seeing whether the last one kept is a tie. */
  readonly cut?: { readonly keys: readonly string[]; readonly limit: number } | undefined;
}

export function queryText(parts: QueryParts): string {
  return [
    `SELECT ${parts.select}`,
    `FROM ${parts.from}`,
    parts.where.length === 0 ? "" : `WHERE ${parts.where.join(" AND ")}`,
    parts.groupBy === undefined ? "" : `GROUP BY ${parts.groupBy}`,
    parts.having === undefined ? "" : `HAVING ${parts.having}`,
    parts.orderBy === undefined ? "" : `ORDER BY ${parts.orderBy}`,
  ]
    .filter((clause) => clause !== "")
    .join(" ");
}

/** Collects the joins of one SELECT and writes conditions on top of them. Each table stands in it once. */
export class QueryWriter {
  readonly base: TableSchema;
  private readonly services: DatabaseServices;
  private readonly steps = new Map<TableSchema, JoinStep>();

  constructor(base: TableSchema, services: DatabaseServices) {
    this.base = base;
    this.services = services;
  }

  /** Adds joins; false where a table already stands in the query over another key. */
  join(hops: readonly JoinStep[]): boolean {
    const fits = hops.every((hop) => {
      const known = this.steps.get(hop.next);
      return hop.next !== this.base && (known === undefined || known.link === hop.link);
    });
    if (!fits) return false;
    for (const hop of hops) {
      if (!this.steps.has(hop.next)) this.steps.set(hop.next, hop);
    }
    return true;
  }

  /** True when the joins may bring rows of the base in more than once. */
  get multiplies(): boolean {
    return [...this.steps.values()].some((step) => !isToOne(step));
  }

  from(): string {
    return [
      qualifiedTable(this.services, this.base),
      ...[...this.steps.values()].map(
        (step) => `JOIN ${qualifiedTable(this.services, step.next)} ON ${this.on(step)}`,
      ),
    ].join(" ");
  }

  column(place: ColumnPlace): string {
    return columnSql(place, this.services);
  }

  /** The condition as SQL, `hops` away from the base; undefined where it cannot stand in this query. */
  test(test: Test, hops: readonly JoinStep[] = []): string | undefined {
    if (test.kind === "fixed") return test.sql;
    if (test.kind === "column") {
      const way = [...hops, ...test.place.hops];
      return this.join(way)
        ? test.sql(this.column(test.place))
        : this.subquery(
            {
              kind: "among",
              hops: test.place.hops,
              tests: [{ ...test, place: { ...test.place, hops: [] } }],
              negated: false,
            },
            hops,
          );
    }
    const plain = !test.negated && !test.count && !test.rank && test.hops.every(isToOne);
    if (plain && hops.length + test.hops.length > 0 && this.join([...hops, ...test.hops])) {
      const parts = test.tests.map((each) => this.test(each, [...hops, ...test.hops]));
      return parts.every((part) => part !== undefined)
        ? parts.filter((part) => part !== "").join(" AND ")
        : undefined;
    }
    return this.subquery(test, hops);
  }

  private subquery(test: Among, hops: readonly JoinStep[]): string | undefined {
    const [first, ...rest] = test.hops;
    if (!first || !this.join(hops)) return undefined;
    const outer = first.link.from === first.next ? first.link.to : first.link.from;
    const inward = first.next === first.link.from;
    const [outerNames, innerNames] = inward
      ? [first.link.toColumns, first.link.fromColumns]
      : [first.link.fromColumns, first.link.toColumns];
    const { dialect } = this.services.driver;
    const name = (table: TableSchema, column: string) =>
      `${qualifiedTable(this.services, table)}.${dialect.identifier(column)}`;
    const inner = new QueryWriter(first.next, this.services);
    if (!inner.join(rest)) return undefined;
    const parts = test.tests.map((each) => inner.test(each, rest));
    if (parts.some((part) => part === undefined)) return undefined;
    const single = outerNames.length === 1;
    const [outerName = "", innerName = ""] = [outerNames[0], innerNames[0]];
    const conditions = parts.filter((part) => part !== "");
    const order = test.rank && rankSql(test.rank, inner, rest);
    if (test.rank && (order === undefined || !single)) return undefined;
    if (single) {
      const nullable = first.next.columns.find((column) => column.name === innerName)?.nullable !== false;
      const guard = test.negated && nullable ? [`${name(first.next, innerName)} IS NOT NULL`] : [];
      const where = [...conditions, ...guard];
      const having = test.count
        ? ` GROUP BY ${name(first.next, innerName)} HAVING COUNT(*) ${test.count.operator} ${test.count.value}`
        : "";
      const limit = order && test.rank ? ` ORDER BY ${order} LIMIT ${test.rank.limit}` : "";
      const found = `IN (SELECT ${name(first.next, innerName)} FROM ${inner.from()}${where.length > 0 ? ` WHERE ${where.join(" AND ")}` : ""}${having}${limit})`;
      const own = name(outer, outerName);
      if (!test.negated) return `${own} ${found}`;
      // A row that leads nowhere has none; whether it has "none from Brazil" is left out as SQL leaves it out.
      const leadsNowhere = !inward && conditions.length === 0 && !test.count && !test.rank;
      return leadsNowhere ? `(${own} IS NULL OR ${own} NOT ${found})` : `${own} NOT ${found}`;
    }
    if (test.count || outer === first.next) return undefined;
    const keys = outerNames.map(
      (each, i) => `${name(first.next, innerNames[i] ?? "")} = ${name(outer, each)}`,
    );
    return `${test.negated ? "NOT " : ""}EXISTS (SELECT 1 FROM ${inner.from()} WHERE ${[...keys, ...conditions].join(" AND ")})`;
  }

  private on({ link }: JoinStep): string {
    const { dialect } = this.services.driver;
    const column = (table: TableSchema, name = "") =>
      `${qualifiedTable(this.services, table)}.${dialect.identifier(name)}`;
    return link.fromColumns
      .map((name, at) => `${column(link.from, name)} = ${column(link.to, link.toColumns[at])}`)
      .join(" AND ");
  }
}

/** The keys of a rank as they stand in ORDER BY; adds the joins they need. */
export function rankSql(rank: Rank, writer: QueryWriter, hops: readonly JoinStep[] = []): string | undefined {
  if (!writer.join([...hops, ...rank.place.hops])) return undefined;
  return rank
    .keys(writer.column(rank.place))
    .map((key) => `${key} ${rank.direction.toUpperCase()}`)
    .join(", ");
}
