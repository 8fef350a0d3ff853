import type { ActContext } from "../../environment/act-context.ts";
import type { SqlCapability, SqlRows, TableDefinition } from "../../environment/capabilities.ts";
import { changed, type Marked, ownText, say } from "../../environment/egress/marks.ts";
import { given } from "../../util/given.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { DatabaseServices } from "./database-services.ts";
import { actionsOfDraft, draftOfQuery } from "./draft/draft-of-query.ts";
import type { ColumnSchema, TableSchema } from "./schema/database-schema.ts";
import { qualifiedTable } from "./schema/find-table.ts";
import { shownType } from "./schema/render-schema.ts";
import { rowsJson } from "./tools/cell.ts";
import { sampleRows } from "./tools/preview-rows.ts";

/** Direct SQL access without tools, for scorers and the oracle policy. */
export function sqlCapability(environment: string, services: DatabaseServices): SqlCapability {
  const { driver } = services;
  const { dialect, target } = driver;
  return {
    dialect: dialect.name.toLowerCase(),
    engine: { name: target.engine, version: target.engineVersion },
    async query(sql, { maxRows }, { signal, limits: { milliseconds } }) {
      const result = await driver.query(sql, [], {
        maxRows,
        maxCellLength: Number.POSITIVE_INFINITY,
        milliseconds,
        signal,
      });
      return { ...rowsJson(result), truncated: result.truncated } as SqlRows;
    },
    takeApart(sql) {
      const draft = draftOfQuery(sql, dialect);
      return draft && actionsOfDraft(environment, draft);
    },
    definitions: ({ sampleRows }, context) => tableDefinitions(services, sampleRows, context),
  };
}

const AT_ONCE = 4;
const OUT_OF_TIME = [say`(no rows in time)`];
/** Indent of the lines below a table in a description. */
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
    ...given({ declared: declaredOf(table) }),
  }));
  if (rows <= 0) return defined;
  const ends = Date.now() + context.limits.milliseconds;
  const samples: (readonly string[])[] = [];
  for (let at = 0; at < tables.length; at += AT_ONCE) {
    const some = tables.slice(at, at + AT_ONCE);
    samples.push(
      ...(await Promise.all(
        some.map(async (table) => {
          if (table.kind === "foreign") return [];
          const milliseconds = ends - Date.now();
          if (milliseconds <= 0) return OUT_OF_TIME;
          const limits = { ...context.limits, milliseconds };
          const lines = await sampleRows(table, rows, { services, context: { ...context, limits } });
          return lines.map((line) => changed(line, (text) => text.replace(INDENT, "")));
        }),
      )),
    );
  }
  return defined.map((table, at) => {
    const sample = samples[at] ?? [];
    return sample.length === 0 ? table : { ...table, sample };
  });
}

function declaredOf({ kind, name, columns, foreignKeys }: TableSchema): TableDefinition["declared"] {
  if (kind !== "table") return undefined;
  const keys = keyOf(columns);
  return {
    name,
    columns: columns.map((column) => {
      const isKey = keys.length === 1 && keys[0] === column;
      return {
        name: column.name,
        type: shownType(column.declaredType),
        notNull: !column.nullable && column.primaryKeyPosition === undefined,
        unique: column.unique === true && !isKey,
      };
    }),
    primaryKey: keys.map((column) => column.name),
    foreignKeys: foreignKeys.map(
      ({ columns: own, referencedTable: table, referencedColumns: referenced }) => ({
        ...{ columns: own, table, referenced },
      }),
    ),
  };
}

const keyOf = (columns: readonly ColumnSchema[]): readonly ColumnSchema[] =>
  columns
    .filter((column) => column.primaryKeyPosition !== undefined)
    .toSorted((a, b) => (a.primaryKeyPosition ?? 0) - (b.primaryKeyPosition ?? 0));

function definitionOf(table: TableSchema, services: DatabaseServices): Marked {
  const name = qualifiedTable(services, table);
  const { identifier } = services.driver.dialect;
  const columnsOf = (names: readonly string[]): string => names.map((each) => identifier(each)).join(", ");
  if (table.kind === "view" || table.kind === "foreign") {
    return ownText(
      visibleText(`CREATE VIEW ${name} (${columnsOf(table.columns.map((column) => column.name))})`),
    );
  }
  const keys = keyOf(table.columns);
  const lines = [
    ...table.columns.map((column) => columnLine(column, keys.length === 1, identifier)),
    ...(keys.length > 1 ? [`PRIMARY KEY (${columnsOf(keys.map((column) => column.name))})`] : []),
    ...table.foreignKeys.map((key) => {
      const { referencedSchema: schema, referencedTable: name } = key;
      const to = qualifiedTable(services, given({ schema, name }));
      return `FOREIGN KEY (${columnsOf(key.columns)}) REFERENCES ${to} (${columnsOf(key.referencedColumns)})`;
    }),
  ];
  const all = [
    `CREATE TABLE ${name} (`,
    ...lines.map((line, at) => `  ${line}${at + 1 < lines.length ? "," : ""}`),
    ")",
  ];
  return ownText(all.map(visibleText).join("\n"));
}

function columnLine(column: ColumnSchema, alone: boolean, identifier: (name: string) => string): string {
  const { name, declaredType, nullable, primaryKeyPosition, unique } = column;
  const isKey = alone && primaryKeyPosition !== undefined;
  return [
    identifier(name),
    ...(declaredType === "" ? [] : [shownType(declaredType)]),
    ...(isKey ? ["PRIMARY KEY"] : nullable || primaryKeyPosition !== undefined ? [] : ["NOT NULL"]),
    ...(unique === true && !isKey ? ["UNIQUE"] : []),
  ].join(" ");
}
