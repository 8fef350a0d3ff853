import type { ColumnAffinity } from "../../schema/database-schema.ts";

const AFFINITIES: Readonly<Record<string, ColumnAffinity>> = {
  tinyint: "integer",
  smallint: "integer",
  mediumint: "integer",
  int: "integer",
  bigint: "integer",
  year: "integer",
  bit: "integer",
  float: "real",
  double: "real",
  decimal: "decimal",
  date: "date",
  time: "time",
  datetime: "datetime",
  timestamp: "datetime",
  json: "json",
  char: "text",
  varchar: "text",
  tinytext: "text",
  text: "text",
  mediumtext: "text",
  longtext: "text",
  enum: "text",
  set: "text",
  uuid: "text",
  inet4: "text",
  inet6: "text",
  binary: "binary",
  varbinary: "binary",
  tinyblob: "binary",
  blob: "binary",
  mediumblob: "binary",
  longblob: "binary",
};

/** From the name of the type without its length. */
export function mysqlAffinity(dataType: string): ColumnAffinity {
  return AFFINITIES[dataType.toLowerCase()] ?? "other";
}
