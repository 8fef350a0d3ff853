import type { ColumnAffinity } from "../../schema/database-schema.ts";

const AFFINITIES: Readonly<Record<string, ColumnAffinity>> = {
  int2: "integer",
  int4: "integer",
  int8: "integer",
  oid: "integer",
  float4: "real",
  float8: "real",
  numeric: "decimal",
  money: "decimal",
  bool: "boolean",
  date: "date",
  time: "time",
  timetz: "time",
  timestamp: "datetime",
  timestamptz: "datetime",
  json: "json",
  jsonb: "json",
  bytea: "binary",
  uuid: "text",
  xml: "text",
};

/** From the internal name of the type (of the base type, for a domain) and its category. */
export function postgresAffinity(typeName: string, category: string): ColumnAffinity {
  return AFFINITIES[typeName] ?? (category === "S" || category === "E" ? "text" : "other");
}
