import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { GroupedColumn, GroupedSource, NamedGrouping, StatementNames } from "../sql/statement-names.ts";
import type { AdmittedTable } from "./admit-names.ts";
import type { Edit } from "./edited-statement.ts";
import { isRestricted, type TableRestriction } from "./restrictions.ts";

/**
 * Who groups by a table's key may use its other columns, as each group has one row of it. A shadow has no key: to what is grouped by the key the
 * other columns are added, which changes no group.
 */
export function groupingEdits(
  tables: readonly AdmittedTable[],
  { groupings = [] }: StatementNames,
  { keyGroups, identifier }: SqlDialect,
): readonly Edit[] {
  if (keyGroups === undefined) return [];
  return groupings.flatMap((grouping) =>
    groupedByKey(grouping, tables).map(({ name, restriction }): Edit => {
      const others = columnsOf(restriction).filter(({ type }) => keyGroups.canGroupBy(type));
      const text = others.map((column) => `${identifier(name)}.${identifier(column.name)}, `).join("");
      return { at: grouping.at, removed: 0, text };
    }),
  );
}

/** What to write where even that is no help, for columns that cannot be grouped by. */
export function groupingAdvice(
  column: string,
  tables: readonly AdmittedTable[],
  { groupings = [] }: StatementNames,
  { keyGroups }: SqlDialect,
): string | undefined {
  const last = column.slice(column.lastIndexOf(".") + 1);
  const found = groupings
    .flatMap((grouping) => groupedByKey(grouping, tables))
    .find(({ restriction }) => columnsOf(restriction).some(({ name }) => name === last));
  if (found === undefined || keyGroups === undefined) return undefined;
  return (
    `Of ${found.restriction.table.name} only a part can be read, and so its key does not stand for ${column}, whose type cannot be grouped by: ` +
    `write ${keyGroups.oneOf(column)}.`
  );
}

interface Grouped {
  readonly name: string;
  readonly restriction: TableRestriction;
}

function groupedByKey(grouping: NamedGrouping, tables: readonly AdmittedTable[]): readonly Grouped[] {
  const tableOf = ({ relation }: GroupedSource): TableRestriction | undefined =>
    tables.find((each) => relation !== undefined && each.relation.start === relation)?.restriction;
  const grouped = grouping.columns.flatMap((column) => sourceOf(column, grouping, tableOf) ?? []);
  return grouping.sources.flatMap((source) => {
    const restriction = tableOf(source);
    if (restriction === undefined || !isRestricted(restriction)) return [];
    const by = grouped.filter((each) => each.source === source).map(({ column }) => column);
    const key = keyOf(restriction);
    return key.length > 0 && key.every((column) => by.includes(column))
      ? [{ name: source.name, restriction }]
      : [];
  });
}

/** A key that is hidden in part groups nothing, and a table with inheritors may have a value of it twice. */
function keyOf({ table, deniedColumns, maskedColumns }: TableRestriction): readonly string[] {
  const key = table.columns.filter(({ primaryKeyPosition }) => primaryKeyPosition !== undefined);
  const isHidden = key.some(({ name }) => deniedColumns.has(name) || maskedColumns.has(name));
  return isHidden || (table.inheritors ?? []).length > 0 ? [] : key.map(({ name }) => name);
}

function columnsOf({
  table,
  deniedColumns,
  maskedColumns,
  readAs,
}: TableRestriction): readonly { readonly name: string; readonly type: string }[] {
  return table.columns
    .filter(({ name }) => !deniedColumns.has(name))
    .map(({ name, declaredType }) => ({
      name,
      type: maskedColumns.has(name) ? "text" : (readAs.get(name) ?? declaredType),
    }));
}

/**
 * What a grouped column is one of; undefined where that is not certain. Without a table before it, it is that of the first source that has one:
 * a later one's is joined to it (USING), or the engine complains of two.
 */
function sourceOf(
  { name, qualifier, selected }: GroupedColumn,
  { sources, joinsOutwards }: Pick<NamedGrouping, "sources" | "joinsOutwards">,
  tableOf: (source: GroupedSource) => TableRestriction | undefined,
): { readonly source: GroupedSource; readonly column: string } | undefined {
  if (qualifier !== undefined) {
    const called = sources.filter((source) => source.name === qualifier);
    const [source] = called;
    return source === undefined || called.length > 1 ? undefined : { source, column: name };
  }
  if (joinsOutwards) return undefined;
  for (const source of sources) {
    const table = tableOf(source);
    if (table === undefined) return undefined;
    if (columnsOf(table).some((column) => column.name === name)) return { source, column: name };
  }
  return selected && sourceOf(selected, { sources, joinsOutwards }, tableOf);
}
