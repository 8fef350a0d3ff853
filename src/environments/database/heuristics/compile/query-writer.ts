import type { DatabaseServices } from "../../database-services.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { JoinStep } from "../../schema/join-paths.ts";
import type { Operator } from "../grammar/question-tree.ts";
import type { TableColumn } from "../lexicon/link.ts";
import { type ColumnPath, isToOne, keyOf } from "./column-path.ts";
import { columnSql } from "./compile-context.ts";

/** A condition on the rows of a table. */
export type Test =
  | { readonly kind: "column"; readonly path: ColumnPath; readonly sql: (column: string) => string }
  | Among
  /** A condition on a table that surrounding joins bring in. */
  | { readonly kind: "fixed"; readonly sql: string };

/** A condition on a cell. Over a join that multiplies rows, or with conditions on tables between, it tests whether such a row exists. */
export function testAt(
  path: ColumnPath,
  sql: (column: string) => string,
  negated = false,
  besides: readonly Test[] = [],
): Test {
  if (besides.length === 0 && path.hops.every(isToOne)) return { kind: "column", path, sql };
  const own: Test = { kind: "column", path: { ...path, hops: [] }, sql };
  return { kind: "among", hops: path.hops, tests: [own, ...besides], negated };
}

/** A test on related rows: any, none, or a number of them. */
export interface Among {
  readonly kind: "among";
  readonly hops: readonly JoinStep[];
  readonly tests: readonly Test[];
  readonly negated: boolean;
  readonly count?: { readonly operator: Operator; readonly value: number } | undefined;
}

/** An order by expressions over one column. */
export interface Rank {
  readonly path: ColumnPath;
  readonly keys: (column: string) => readonly string[];
  readonly direction: "asc" | "desc";
  readonly limit: number;
  /** True if NULLs would come first and are excluded. */
  readonly skipsMissing: boolean;
}

/** How many rows of another kind belong to each row: a given number, or the most or fewest of all. */
interface Counted {
  readonly of: RowSet;
  readonly test?: { readonly operator: Operator; readonly value: number };
  readonly rank?: { readonly direction: "asc" | "desc"; readonly limit: number };
}

/** The meaning of a noun phrase: rows of a table under conditions, or the values of one of its columns. */
export interface RowSet {
  readonly root: TableSchema;
  readonly column?: ColumnSchema | undefined;
  readonly tests: readonly Test[];
  readonly rank?: Rank | undefined;
  /** Rows that belong to it ("the stadium with the most concerts", "hometowns of at least two teachers"). */
  readonly counted?: Counted | undefined;
  /** The rows to group by ("in each country"). */
  readonly each?: RowSet | undefined;
}

/** What a modifier adds to a row set. */
export type Addition = Partial<Pick<RowSet, "rank" | "counted" | "each">> & {
  readonly tests?: readonly Test[];
};

/** A query in the clauses of the tools. */
export interface QueryParts {
  readonly from: string;
  /** Conditions that all hold. */
  readonly where: readonly string[];
  readonly select: string;
  /** The key of the shown rows, which distinguishes equal names. */
  readonly key?: string | undefined;
  /** A query for rows without partners: the joins omit them from "the fewest" and from counts per row. */
  readonly without?: string | undefined;
  readonly groupBy?: string | undefined;
  readonly having?: string | undefined;
  /** With its LIMIT. */
  readonly orderBy?: string | undefined;
  /** Sort expressions and row limit, for detecting a tie at the limit. */
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

/** Collects the joins of one SELECT and writes conditions over them. Each table occurs once. */
export class QueryWriter {
  readonly base: TableSchema;
  private readonly services: DatabaseServices;
  private readonly steps = new Map<TableSchema, JoinStep>();

  constructor(base: TableSchema, services: DatabaseServices) {
    this.base = base;
    this.services = services;
  }

  /** Adds joins; false if a table is already joined over another key. */
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

  /** True if the joins may repeat rows of the base. */
  get multiplies(): boolean {
    return [...this.steps.values()].some((step) => !isToOne(step));
  }

  /**
   * The COUNT for a table's rows, `hops` away from the base: each once, however many rows lead to it. Undefined if this needs a key and there is
   * none.
   */
  countOf(table: TableSchema, hops: readonly JoinStep[] = []): string | undefined {
    const isOnce = table === this.base ? !this.multiplies : !hops.some(isToOne);
    const key = keyOf(table);
    if (isOnce) return "COUNT(*)";
    return key && `COUNT(DISTINCT ${this.column({ table, column: key })})`;
  }

  from(): string {
    return [
      qualifiedTable(this.services, this.base),
      ...[...this.steps.values()].map(
        (step) => `JOIN ${qualifiedTable(this.services, step.next)} ON ${this.on(step)}`,
      ),
    ].join(" ");
  }

  column(field: TableColumn): string {
    return columnSql(field, this.services);
  }

  /** The condition as SQL, `hops` away from the base; undefined if this query cannot express it. */
  test(test: Test, hops: readonly JoinStep[] = []): string | undefined {
    if (test.kind === "fixed") return test.sql;
    if (test.kind === "column") {
      const way = [...hops, ...test.path.hops];
      return this.join(way)
        ? test.sql(this.column(test.path))
        : this.subquery(
            {
              kind: "among",
              hops: test.path.hops,
              tests: [{ ...test, path: { ...test.path, hops: [] } }],
              negated: false,
            },
            hops,
          );
    }
    const plain = !test.negated && !test.count && test.hops.every(isToOne);
    if (plain && hops.length + test.hops.length > 0 && this.join([...hops, ...test.hops])) {
      const parts = test.tests.map((each) => this.test(each, [...hops, ...test.hops]));
      return parts.every((part) => part !== undefined)
        ? parts.filter((part) => part !== "").join(" AND ")
        : undefined;
    }
    return this.subquery(test, hops);
  }

  private subquery(among: Among, hops: readonly JoinStep[]): string | undefined {
    const test = withoutNone(among);
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
    // A key of several columns has no place in IN (SELECT …).
    if (outerNames.length > 1) return undefined;
    const [outerName = "", innerName = ""] = [outerNames[0], innerNames[0]];
    const conditions = parts.filter((part) => part !== "");
    const nullable = first.next.columns.find((column) => column.name === innerName)?.nullable !== false;
    const guard = test.negated && nullable ? [`${name(first.next, innerName)} IS NOT NULL`] : [];
    const where = [...conditions, ...guard];
    const amount = test.count && inner.countOf(rest.at(-1)?.next ?? first.next, rest);
    if (test.count && amount === undefined) return undefined;
    const having = test.count
      ? ` GROUP BY ${name(first.next, innerName)} HAVING ${amount} ${test.count.operator} ${test.count.value}`
      : "";
    const found = `IN (SELECT ${name(first.next, innerName)} FROM ${inner.from()}${where.length > 0 ? ` WHERE ${where.join(" AND ")}` : ""}${having})`;
    const own = name(outer, outerName);
    if (!test.negated) return `${own} ${found}`;
    // A NULL reference has no partner; for "none from Brazil" it is excluded, as in SQL.
    const leadsNowhere = !inward && (test.count !== undefined || conditions.length === 0);
    return leadsNowhere ? `(${own} IS NULL OR ${own} NOT ${found})` : `${own} NOT ${found}`;
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

const OPPOSITE: Readonly<Partial<Record<Operator, Operator>>> = { "<": ">=", "<=": ">", "=": "<>" };

/** "Fewer than 3" includes rows without partners, which no join shows: so rows with 3 or more are excluded instead. */
function withoutNone(test: Among): Among {
  const operator = test.count && countsNone(test.count) ? OPPOSITE[test.count.operator] : undefined;
  if (!test.count || operator === undefined) return test;
  return { ...test, count: { operator, value: test.count.value }, negated: !test.negated };
}

export function countsNone({ operator, value }: NonNullable<Among["count"]>): boolean {
  return operator === "<" ? value > 0 : operator === "<=" || (operator === "=" && value === 0);
}

/** A rank's keys for ORDER BY; adds the joins they need. */
export function rankSql(rank: Rank, writer: QueryWriter): string | undefined {
  if (!writer.join(rank.path.hops)) return undefined;
  return rank
    .keys(writer.column(rank.path))
    .map((key) => `${key} ${rank.direction.toUpperCase()}`)
    .join(", ");
}
