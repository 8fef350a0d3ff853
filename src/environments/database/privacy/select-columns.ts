import { FuxiError } from "../../../errors/fuxi-error.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { type NamePattern, type PartPattern, readNamePattern } from "./name-pattern.ts";

/** A table and the schema that it really stands in. */
export interface PlacedTable {
  readonly table: TableSchema;
  readonly schema: string;
}

/** What patterns name of a table: all of it, or columns. */
export interface Selection {
  readonly whole: boolean;
  readonly columns: ReadonlySet<string>;
  /** A pattern without `*` names the table itself. */
  readonly byName: boolean;
}

/**
 * What the patterns name, table by table.
 * @throws FuxiError `configuration-invalid` for a pattern that names nothing, where it is `strict`
 */
export function selectColumns(
  patterns: readonly string[],
  placed: readonly PlacedTable[],
  strict: boolean,
): ReadonlyMap<TableSchema, Selection> {
  const selected = new Map<TableSchema, { whole: boolean; columns: Set<string>; byName: boolean }>();
  const of = (table: TableSchema) => {
    const kept = selected.get(table) ?? { whole: false, columns: new Set<string>(), byName: false };
    selected.set(table, kept);
    return kept;
  };
  for (const text of patterns) {
    const pattern = readNamePattern(text);
    let found = false;
    for (const { tables, column, byName } of readings(pattern, placed)) {
      for (const table of tables) {
        if (column === undefined) {
          of(table).whole = true;
          of(table).byName ||= byName;
          found = true;
        }
        for (const { name } of table.columns) {
          if (column?.matches(name) !== true) continue;
          of(table).columns.add(name);
          found = true;
        }
      }
    }
    if (!found && strict) throw namesNothing(pattern, placed);
  }
  return selected;
}

interface Reading {
  readonly tables: readonly TableSchema[];
  readonly column?: PartPattern;
  readonly byName: boolean;
}

function readings({ parts }: NamePattern, placed: readonly PlacedTable[]): readonly Reading[] {
  const tablesOf = (name: PartPattern | undefined, schema?: PartPattern) =>
    placed
      .filter((each) => name?.matches(each.table.name) && (schema?.matches(each.schema) ?? true))
      .map(({ table }) => table);
  const [first, second, third] = parts;
  if (second === undefined) return [{ tables: tablesOf(first), byName: first?.hasStar === false }];
  if (third !== undefined) return [{ tables: tablesOf(second, first), column: third, byName: false }];
  const asColumn: Reading = { tables: tablesOf(first), column: second, byName: false };
  const asTable: Reading = { tables: tablesOf(second, first), byName: !second.hasStar };
  // `*.email` is a column of any table, and not every table of that name.
  return first?.hasStar === true ? [asColumn] : [asColumn, asTable];
}

function namesNothing({ text, parts }: NamePattern, placed: readonly PlacedTable[]): FuxiError {
  const known = placed.flatMap(({ table, schema }) => {
    const name = table.schema === undefined ? table.name : `${schema}.${table.name}`;
    return parts.length === 1 ? [name] : [name, ...table.columns.map((column) => `${name}.${column.name}`)];
  });
  const near = nearestNames(text.replaceAll("*", ""), known, { limit: 3 }).map(({ name }) => name);
  const last = parts.at(-1)?.text ?? text;
  const byLastPart = nearestNames(
    last,
    placed.flatMap(({ table }) => table.columns.map(({ name }) => name)),
    {
      limit: 1,
    },
  );
  const inColumns = placed.flatMap(({ table }) =>
    byLastPart.some(({ name }) => table.columns.some((column) => column.name === name))
      ? [`${table.name}.${byLastPart[0]?.name}`]
      : [],
  );
  const shown = [...new Set([...near, ...inColumns])].slice(0, 3);
  return new FuxiError(
    "configuration-invalid",
    `The privacy pattern ${text} matches no table and no column.`,
    {
      hint:
        shown.length === 0
          ? "Check its spelling; fuxi tools shows the schema."
          : `Did you mean ${shown.join(" or ")}?`,
    },
  );
}
