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
    .map((column) => (maskedColumns.has(column.name) ? maskedColumn(column) : withKey(column, keyIsWhole)));
  return { ...table, columns, foreignKeys };
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
    declaredType,
    affinity: "text",
    nullable,
    ...(comment === undefined ? {} : { comment }),
    masked: true,
    note: "masked: its values are not shown or searched",
  };
}
