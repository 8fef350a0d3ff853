import { parse } from "sqlite3-parser";
import type { TableSchema } from "../../schema/database-schema.ts";
import type { TableIndex } from "../../sql/privacy-facts.ts";
import { nodesOf } from "./sqlite-nodes.ts";

const KEYS = ["UniqueTableConstraint", "PrimaryKeyTableConstraint"] as const;
const COLUMN_KEYS = ["UniqueColumnConstraint", "PrimaryKeyColumnConstraint"] as const;

/** The index that a CREATE INDEX declares; its WHERE counts, too. Undefined where the declaration cannot be read. */
export function declaredIndex(name: string, sql: string): TableIndex | undefined {
  const result = parse(sql);
  return result.status === "error" ? undefined : { name, columns: namesIn(result.root) };
}

/** The indexes that a CREATE TABLE makes for its keys. Undefined where the declaration cannot be read. */
export function indexesOfKeys(sql: string): readonly TableIndex[] | undefined {
  const result = parse(sql);
  if (result.status === "error") return undefined;
  const ofTable = KEYS.flatMap((type) => nodesOf(result.root, type)).map((key) => namesIn(key));
  const ofColumns = nodesOf(result.root, "ColumnDefinition")
    .filter((column) => COLUMN_KEYS.some((type) => nodesOf(column, type).length > 0))
    .map((column) => [(column["colName"] as { readonly text: string }).text]);
  return [...ofTable, ...ofColumns].map((columns) => ({ name: "", columns }));
}

function namesIn(root: unknown): readonly string[] {
  return nodesOf(root, "Id").map(({ name }) => String(name));
}

/**
 * SQLite reads an index in place of its table where it holds all that is asked for, and by its first columns where these are asked for. The
 * first is kept from it by asking for one column more, which leaves all other indexes in use; the second only by no use of any index.
 */
export function outOfIndexOrder(
  table: TableSchema,
  indexes: readonly TableIndex[],
  hidden: ReadonlySet<string>,
  identifier: (name: string) => string,
): string {
  const fold = (name: string) => name.toLowerCase();
  const covered = new Set(indexes.flatMap(({ columns }) => columns.map(fold)));
  const seen = table.columns.filter(({ name }) => !hidden.has(name));
  const outside = seen.find(
    ({ name, primaryKeyPosition }) => !covered.has(fold(name)) && primaryKeyPosition === undefined,
  );
  const isMixed = seen.some(({ name }) => covered.has(fold(name)));
  const unused = isMixed || outside === undefined ? " NOT INDEXED" : "";
  return `${unused}${outside === undefined ? "" : ` WHERE typeof(${identifier(outside.name)}) <> ''`}`;
}
