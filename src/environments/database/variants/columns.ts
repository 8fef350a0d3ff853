import { type Marked, say, schemaName } from "../../../environment/egress/marks.ts";
import { MUTUAL } from "../../../util/english/mutual.ts";
import { wordKey } from "../../../util/english/word-key.ts";
import { nameWords } from "../../../util/name-words.ts";
import { columnTitle } from "../check/query-scope.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { tableLinks } from "../schema/table-links.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { ColumnNode } from "../sql/query-tree.ts";
import type { ColumnOrigin, ScopeSource } from "../sql/scope.ts";
import { contentKeys, type DraftedQuery, type Proposer, type Replacement } from "./drafted-query.ts";
import type { Variant } from "./variant.ts";

/** A column that could stand in the place of another one, as SQL. */
interface Candidate {
  readonly table: TableSchema;
  readonly column: ColumnSchema;
  readonly sql: string;
  /** What the question must mean for it, beyond the column: `the average of`. */
  readonly taken?: Marked;
}

/** A place where a SELECT of the statement uses a column. */
interface ColumnUse {
  readonly part: DraftedQuery;
  readonly node: ColumnNode;
  readonly source: ScopeSource;
  readonly origin: ColumnOrigin;
}

/**
 * Another column, of the tables of the query or of their parents, that the question's words fit as well: `rating` of the film or of the review,
 * the order's date or the date of shipping.
 */
export const otherColumns: Proposer = (query) => {
  const byColumn = new Map<ColumnSchema, ColumnUse[]>();
  for (const part of query.parts) {
    const keys = new Set(joinColumns(part).map((node) => part.text(node)));
    for (const node of usedColumns(part)) {
      const found = keys.has(part.text(node)) ? undefined : part.column(node);
      const origin = found?.column.origin;
      if (!found || !origin) continue;
      const use = { part, node, source: found.source, origin };
      byColumn.set(origin.column, [...(byColumn.get(origin.column) ?? []), use]);
    }
  }
  const used = new Set(byColumn.keys());
  return [...byColumn.values()].flatMap((uses) => variantsOf(query, uses, used));
};

function variantsOf(
  query: DraftedQuery,
  uses: readonly ColumnUse[],
  used: ReadonlySet<ColumnSchema>,
): readonly Variant[] {
  const [first] = uses;
  if (
    !first ||
    uses.some((one) => uses.some((other) => one.part === other.part && one.source !== other.source))
  )
    return [];
  const { origin } = first;
  if (origin.column.masked || isKey(query, origin)) return [];
  // A name of several words as it is in the question means no other column.
  if (nameWords(origin.column.name).length > 1 && query.question.positionOf(origin.column.name) >= 0)
    return [];
  const fit = fitOf(query, origin);
  const isOpenDate =
    isDate(origin.column) &&
    fit.shared.every((key) => DATE_WORDS.has(key)) &&
    !query.question.saysWhatWasDone;
  // Where the question names the table as well, a name of another table with more words than the question has is not meant.
  const mayBeLonger = !query.question.names(origin.table.name);
  const fits = (other: Candidate) => {
    if (isOpenDate)
      return other.table === origin.table && isDate(other.column) && !BOOKKEEPING.test(other.column.name);
    if (fit.shared.every((key) => key === NAME)) return false;
    const isElsewhere = other.table !== origin.table;
    if (isElsewhere && !mayBeElsewhere(query, origin, other)) return false;
    if (withoutNumber(other.column) === withoutNumber(origin.column)) return isElsewhere;
    const { shared, left } = fitOf(query, other);
    return (
      left <= fit.left + (mayBeLonger && isElsewhere ? 1 : 0) &&
      fit.shared.every((key) => shared.some((each) => each === key || query.question.onOneScale(each, key)))
    );
  };
  return candidates(first.part, first.source)
    .filter(({ column }) => !used.has(column) && !column.masked && kindOf(column) === kindOf(origin.column))
    .filter((other) => !isKey(query, other) && fits(other))
    .flatMap((candidate): readonly Variant[] => {
      const edits = uses.flatMap((use) => replacementBy(candidate, use));
      if (edits.length < uses.length) return [];
      const reading = say`by ${candidate.taken ?? ""}${columnTitle(candidate)} instead of ${columnTitle(origin)}`;
      return query.variant("column", reading, edits);
    });
}

/** Nothing where the candidate cannot be reached from the SELECT of that use. */
function replacementBy({ column }: Candidate, { part, node, source }: ColumnUse): readonly Replacement[] {
  const same = candidates(part, source).find((each) => each.column === column);
  return same ? [{ span: node, text: same.sql }] : [];
}

/**
 * A question that names the one table and not the other means a column of the one: its name, its description; a number may be kept elsewhere, but not
 * what is said of the table: "the age of students".
 */
function mayBeElsewhere({ question }: DraftedQuery, here: ColumnOrigin, there: Candidate): boolean {
  const [own = ""] = contentKeys(here.column.name).slice(-1);
  const of = contentKeys(here.table.name).map(
    (key) => `${own} (?:of|for) (?:(?:the|all|an?|every|each) )?${key}`,
  );
  if (of.some((phrase) => question.hasPhrase(new RegExp(`\\b${phrase}`, "u")))) return false;
  const isNumber = kindOf(there.column) === "number";
  return isNumber || !question.names(here.table.name) || question.names(there.table.name);
}

const withoutNumber = ({ name }: ColumnSchema): string => name.toLowerCase().replace(/[\d_]+$/u, "");

/** Too common to tell what a column is about. */
const NAME = wordKey("name");

const DATE_WORDS = new Set(["date", "day", "time", "year", "month"].flatMap(contentKeys));
/** Dates that are kept about the row and not about what it stands for. */
const BOOKKEEPING = /creat|updat|modif|insert|chang|delet|sync|import/iu;

const NUMBERS: ReadonlySet<string> = new Set(["integer", "real", "decimal"]);

const kindOf = ({ affinity }: ColumnSchema): string => (NUMBERS.has(affinity) ? "number" : affinity);

function isDate({ affinity, name }: ColumnSchema): boolean {
  if (affinity === "date" || affinity === "datetime") return true;
  return affinity === "text" && /(?:date|_on|_at|day)$/iu.test(name);
}

function isKey(query: DraftedQuery, { table, column }: Pick<Candidate, "table" | "column">): boolean {
  if (column.primaryKeyPosition !== undefined || /(?:^|_)(?:id|code|key|no|nr)$|Id$|ID$/u.test(column.name))
    return true;
  return tableLinks(query.services).some(
    ({ from, fromColumns }) => from === table && fromColumns.includes(column.name),
  );
}

/** The words of a column's name that the question has, and how many it does not have; words that name the table do not count. */
function fitOf(
  query: DraftedQuery,
  { table, column }: Pick<Candidate, "table" | "column">,
): { readonly shared: readonly string[]; readonly left: number } {
  const ofTable = contentKeys(table.name);
  const own = contentKeys(column.name).filter((key) => !ofTable.includes(key));
  const shared = own.filter((key) => query.question.hasKey(key));
  return { shared, left: own.length - shared.length };
}

function usedColumns({ expressions }: DraftedQuery): readonly ColumnNode[] {
  return expressions.flatMap(({ expression, place }) => (place === "from" ? [] : columnsOf(expression)));
}

function joinColumns(query: DraftedQuery): readonly ColumnNode[] {
  return query.scope.sources.flatMap(({ source }) => (source.join?.on ? columnsOf(source.join.on) : []));
}

/**
 * Columns of all tables of the query; of the parents of one, of which each row has one; and of its children the means of numbers: no row is lost or
 * doubled by any of them.
 */
function candidates(query: DraftedQuery, near: ScopeSource): readonly Candidate[] {
  const { scope, services, dialect } = query;
  const own = scope.sources.flatMap((source) => {
    const { table } = source;
    return table?.columns.map((column) => ({ table, column, sql: query.sqlOf(source, column.name) })) ?? [];
  });
  const joined = new Set(scope.sources.map(({ table }) => table));
  const linked = query.links.flatMap(({ from: child, column: reference, to, key }): readonly Candidate[] => {
    const isParent = child === near.table;
    const other = isParent ? to : child;
    const [here, there] = isParent ? [reference, key] : [key, reference];
    if ((!isParent && to !== near.table) || joined.has(other)) return [];
    const from = `FROM ${qualifiedTable(services, other)} AS other WHERE other.${dialect.identifier(there)} = ${query.sqlOf(near, here)}`;
    const columns = isParent ? other.columns : other.columns.filter((column) => kindOf(column) === "number");
    return columns.map((column) => {
      const value = `other.${dialect.identifier(column.name)}`;
      return isParent
        ? { table: other, column, sql: `(SELECT ${value} ${from})` }
        : { table: other, column, sql: `(SELECT AVG(${value}) ${from})`, taken: say`the average of ` };
    });
  });
  return [...own, ...linked];
}

/** Both directions of a pair: the table with its two foreign keys to the same table, each also taken for the other. */
export const directions: Proposer = (query) =>
  query.scope.sources.flatMap(({ source, table, name }): readonly Variant[] => {
    const pair = table && pairOf(query, table);
    if (!pair || name === undefined) return [];
    const columns = table.columns.map((each) => each.name);
    const [as, turned] = [
      columns,
      columns.map((each) => pair.find((one) => one !== each && pair.includes(each)) ?? each),
    ].map((names) => names.map((each) => query.dialect.identifier(each)));
    const from = `FROM ${qualifiedTable(query.services, table)}`;
    const both = turned?.map((each, at) => `${each} AS ${as?.[at]}`).join(", ");
    const text = `(SELECT ${as?.join(", ")} ${from} UNION SELECT ${both} ${from}) AS ${query.dialect.identifier(name)}`;
    return query.variant("direction", say`in both directions of ${schemaName(table.name)}`, [
      { span: source, text },
    ]);
  });

/** Of two ends, not of numbers. */
const BETWEEN = /\bbetween (?!\d)/u;

/** The two columns of a table of pairs, where its name or the question says that a pair holds both ways. */
function pairOf(query: DraftedQuery, table: TableSchema): readonly [string, string] | undefined {
  const links = query.links.filter(({ from }) => from === table);
  const used = query.expressions.flatMap(({ expression }) => columnsOf(expression)).map(({ name }) => name);
  const isMutual = query.question.has(MUTUAL) || MUTUAL.test(table.name.toLowerCase());
  for (const [at, link] of links.entries()) {
    const twin = links.slice(at + 1).find(({ to }) => to === link.to);
    const [one, other] = [link.column, twin?.column];
    if (other === undefined) continue;
    const isBetween = query.question.has(BETWEEN) && used.includes(one) && used.includes(other);
    if (isMutual || isBetween) return [one, other];
  }
  return undefined;
}
