import { qualifiedTable } from "../../schema/find-table.ts";
import type { ColumnPlace } from "../lexicon/link.ts";
import type { CompileContext } from "./compile-context.ts";

/** True where rows of the table have no value in the column. */
export async function hasMissing(place: ColumnPlace, { services, ask }: CompileContext): Promise<boolean> {
  if (!place.column.nullable) return false;
  const column = services.driver.dialect.identifier(place.column.name);
  const sql = `SELECT 1 FROM ${qualifiedTable(services, place.table)} WHERE ${column} IS NULL LIMIT 1`;
  return (await ask(sql)).length > 0;
}
