import type { ActContext } from "../../environment/act-context.ts";
import type { TableDefinition } from "../../environment/capabilities.ts";
import { given } from "../../util/given.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { DatabaseServices } from "./database-services.ts";
import type { ColumnSchema, TableSchema } from "./schema/database-schema.ts";
import { qualifiedTable } from "./schema/find-table.ts";
import { sampleRows } from "./tools/preview-rows.ts";

const AT_ONCE = 4;
const OUT_OF_TIME = ["(no rows in time)"];
/** Of rows below a table in a description. */
const INDENT = /^ {2}(?:\| )?/u;

/** The schema as CREATE statements with the first rows of each table (Middleware, Sections 4 and 5.4, after Rajkumar et al. 2022). */
export async function tableDefinitions(
  services: DatabaseServices,
  rows: number,
  context: ActContext,
): Promise<readonly TableDefinition[]> {
  const { tables } = services.schema;
  const defined = tables.map((table) => ({
    name: qualifiedTable(services, table),
    definition: definitionOf(table, services),
  }));
  if (rows <= 0) return defined;
  const ends = Date.now() + context.limits.milliseconds;
  const samples: (readonly string[])[] = [];
  for (let at = 0; at < tables.length; at += AT_ONCE) {
    const some = tables.slice(at, at + AT_ONCE);
    samples.push(
      ...(await Promise.all(
        some.map(async (table) => {
          const milliseconds = ends - Date.now();
          if (milliseconds <= 0) return OUT_OF_TIME;
          const limits = { ...context.limits, milliseconds };
          const lines = await sampleRows(table, rows, { services, context: { ...context, limits } });
          return lines.map((line) => line.replace(INDENT, ""));
        }),
      )),
    );
  }
  return defined.map((table, at) => {
    const sample = samples[at] ?? [];
    return sample.length === 0 ? table : { ...table, sample };
  });
}

function definitionOf(table: TableSchema, services: DatabaseServices): string {
  const name = qualifiedTable(services, table);
  const { identifier } = services.driver.dialect;
  const columnsOf = (names: readonly string[]): string => names.map((each) => identifier(each)).join(", ");
  if (table.kind === "view") {
    return visibleText(`CREATE VIEW ${name} (${columnsOf(table.columns.map((column) => column.name))})`);
  }
  const keys = table.columns
    .filter((column) => column.primaryKeyPosition !== undefined)
    .toSorted((a, b) => (a.primaryKeyPosition ?? 0) - (b.primaryKeyPosition ?? 0));
  const lines = [
    ...table.columns.map((column) => columnLine(column, keys.length === 1, identifier)),
    ...(keys.length > 1 ? [`PRIMARY KEY (${columnsOf(keys.map((column) => column.name))})`] : []),
    ...table.foreignKeys.map((key) => {
      const { referencedSchema: schema, referencedTable: name } = key;
      const to = qualifiedTable(services, given({ schema, name }));
      return `FOREIGN KEY (${columnsOf(key.columns)}) REFERENCES ${to} (${columnsOf(key.referencedColumns)})`;
    }),
  ];
  return [
    `CREATE TABLE ${name} (`,
    ...lines.map((line, at) => `  ${line}${at + 1 < lines.length ? "," : ""}`),
    ")",
  ]
    .map(visibleText)
    .join("\n");
}

function columnLine(column: ColumnSchema, alone: boolean, identifier: (name: string) => string): string {
  const { name, declaredType, nullable, primaryKeyPosition, unique } = column;
  const isKey = alone && primaryKeyPosition !== undefined;
  return [
    identifier(name),
    ...(declaredType === "" ? [] : [declaredType]),
    ...(isKey ? ["PRIMARY KEY"] : nullable || primaryKeyPosition !== undefined ? [] : ["NOT NULL"]),
    ...(unique === true && !isKey ? ["UNIQUE"] : []),
  ].join(" ");
}
