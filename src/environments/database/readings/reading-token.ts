import { z } from "zod";
import type { Json } from "../../../util/json.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { Link, ValueLinkWord } from "../heuristics/lexicon/link.ts";
import { findColumn, findTable } from "../schema/find-table.ts";

const LONGEST = 500;

const cell = z.strictObject({ column: z.string(), value: z.string() });
const token = z.strictObject({
  schema: z.string().exactOptional(),
  table: z.string(),
  column: z.string().exactOptional(),
  value: z.string().exactOptional(),
  how: z.enum(["cell", "meaning", "flag"]).exactOptional(),
  isNull: z.enum(["null", "not-null"]).exactOptional(),
  with: cell.exactOptional(),
});

/** The mark by which a reading is known again; undefined for one that is too long to be kept. */
export function tokenOf(link: Link): Json | undefined {
  const made: Json = {
    ...(link.table.schema === undefined ? {} : { schema: link.table.schema }),
    table: link.table.name,
    ...(link.kind === "table" ? {} : { column: link.column.name }),
    ...(link.kind === "value" ? cellOf(link) : {}),
  };
  return JSON.stringify(made).length <= LONGEST ? made : undefined;
}

function cellOf({ values, how, isNull, with: second }: ValueLinkWord) {
  return {
    value: values[0] ?? "",
    how,
    ...(isNull === undefined ? {} : { isNull }),
    ...(second === undefined ? {} : { with: { column: second.column.name, value: second.value } }),
  };
}

/** What a mark stands for; undefined where it was not made here, or what it names is gone. */
export function linkOfToken(given: Json | undefined, services: DatabaseServices): Link | undefined {
  const read = token.safeParse(given);
  if (!read.success) return undefined;
  const { schema, column: name, value, how = "cell", isNull, with: second } = read.data;
  const table = findTable(services, read.data.table, schema);
  if (table === undefined) return undefined;
  if (name === undefined) return { kind: "table", table, score: 1 };
  const column = findColumn(services, table, name);
  if (column === undefined) return undefined;
  if (value === undefined) return { kind: "column", table, column, score: 1 };
  const other = second && findColumn(services, table, second.column);
  if (second !== undefined && other === undefined) return undefined;
  return {
    kind: "value",
    table,
    column,
    values: [value],
    how,
    score: 1,
    ...(isNull === undefined ? {} : { isNull }),
    ...(second && other ? { with: { column: other, value: second.value } } : {}),
  };
}
