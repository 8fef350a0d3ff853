import type { DatabaseServices } from "../../database-services.ts";
import { columnRef } from "../../index/value-index.ts";
import type { ColumnSchema } from "../../schema/database-schema.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { ValueLinkWord } from "./link.ts";
import { namingColumns } from "./naming-columns.ts";

const MILLISECONDS = 5000;

/** A full name whose first and last part stand in two columns of one row. */
export async function personLinks(
  text: string,
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<readonly ValueLinkWord[]> {
  const parts = text.split(/\s+/u);
  if (parts.length < 2 || parts.length > 4) return [];
  const found: ValueLinkWord[] = [];
  for (const table of services.schema.tables) {
    const [first, last] = table.kind === "table" ? namingColumns(table) : [];
    if (!first || !last) continue;
    for (let border = 1; border < parts.length; border++) {
      const names = [parts.slice(0, border).join(" "), parts.slice(border).join(" ")] as const;
      const stored = await Promise.all(
        [first, last].map((column, i) => storedAs(names[i] ?? "", { table, column }, services, signal)),
      );
      const [firstName, lastName] = stored;
      if (firstName === undefined || lastName === undefined) continue;
      const { dialect } = services.driver;
      const condition = (column: ColumnSchema, value: string) =>
        `${dialect.identifier(column.name)} = ${dialect.stringLiteral(value)}`;
      const both = `${condition(first, firstName)} AND ${condition(last, lastName)}`;
      const { rows } = await services.driver.query(
        `SELECT 1 FROM ${qualifiedTable(services, table)} WHERE ${both} LIMIT 1`,
        [],
        {
          maxRows: 1,
          milliseconds: MILLISECONDS,
          signal,
        },
      );
      if (rows.length === 0) continue;
      const note = `Took "${text}" as ${table.name}.${first.name} '${firstName}' and ${last.name} '${lastName}'.`;
      found.push({
        kind: "value",
        table,
        column: first,
        values: [firstName],
        with: { column: last, value: lastName },
        score: 0.99,
        how: "cell",
        note,
      });
    }
  }
  return found;
}

async function storedAs(
  name: string,
  { table, column }: { table: ValueLinkWord["table"]; column: ColumnSchema },
  { index }: DatabaseServices,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { matches } = await index.findExact(name, { limit: 2, column: columnRef(table, column), signal });
  return matches.length === 1 ? matches[0]?.value : undefined;
}
