import type { ColumnSchema, DatabaseSchema, ForeignKey, TableSchema } from "../schema/database-schema.ts";
import type { Restrictions, TableRestriction } from "./restrictions.ts";

/** The schema without what is denied; masked columns say so, and say nothing else of their values. */
export function restrictedSchema(schema: DatabaseSchema, { tables }: Restrictions): DatabaseSchema {
  const of = new Map(tables.map((each) => [each.table, each]));
  const named = (key: ForeignKey) =>
    tables.find(({ table }) => table.name === key.referencedTable && table.schema === key.referencedSchema);
  return {
    ...schema,
    tables: schema.tables.flatMap((table) => {
      const restriction = of.get(table);
      return restriction === undefined || restriction.denied ? [] : [restrictedTable(restriction, named)];
    }),
  };
}

function restrictedTable(
  restriction: TableRestriction,
  named: (key: ForeignKey) => TableRestriction | undefined,
): TableSchema {
  const { table, deniedColumns, maskedColumns } = restriction;
  const hidden = (column: string) => deniedColumns.has(column) || maskedColumns.has(column);
  const keyIsWhole = !table.columns.some(
    ({ name, primaryKeyPosition }) => primaryKeyPosition !== undefined && hidden(name),
  );
  const foreignKeys = table.foreignKeys.filter((key) => {
    const target = named(key);
    if (target === undefined || target.denied || key.columns.some(hidden)) return false;
    return !key.referencedColumns.some(
      (column) => target.deniedColumns.has(column) || target.maskedColumns.has(column),
    );
  });
  const columns = table.columns
    .filter(({ name }) => !deniedColumns.has(name))
    .map((column) => {
      if (maskedColumns.has(column.name)) return maskedColumn(column);
      return withKey(column, keyIsWhole);
    });
  const { note, ...rest } = table;
  // By what a table is partitioned, for one, is told there.
  const tells = [...deniedColumns, ...maskedColumns].some((name) =>
    note?.toLowerCase().includes(name.toLowerCase()),
  );
  return { ...rest, ...(note === undefined || tells ? {} : { note }), columns, foreignKeys };
}

function withKey(column: ColumnSchema, keyIsWhole: boolean): ColumnSchema {
  if (keyIsWhole) return column;
  const { primaryKeyPosition: _, ...rest } = column;
  return rest;
}

/** Enumerated values, and what a driver notes of a column, may come from its cells. */
function maskedColumn({ name, declaredType, nullable, comment }: ColumnSchema): ColumnSchema {
  return {
    name,
    declaredType: withoutValues(declaredType),
    affinity: "text",
    nullable,
    ...(comment === undefined ? {} : { comment }),
    masked: true,
    note: "masked: its values are not shown or searched",
  };
}

/** Some engines write the values of an enumerated type out: `ENUM('red', 'blue')[]`. */
function withoutValues(type: string): string {
  return type.replaceAll(/\(\s*'(?:[^']|'')*'(?:\s*,\s*'(?:[^']|'')*')*\s*\)/gu, "");
}
