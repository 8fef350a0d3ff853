import type { BoundColumn, BoundType } from "../../sql/sql-dialect.ts";
import type { MysqlServerFacts } from "./mysql-server-facts.ts";

const TYPES: Readonly<Record<BoundType, string>> = {
  text: "LONGTEXT CHARACTER SET utf8mb4",
  integer: "BIGINT",
  decimal: "DOUBLE",
  date: "DATE",
  datetime: "DATETIME(6)",
};

/** Values out of JSON_TABLE; absent where the server has none. */
export function mysqlBoundColumn({ valueOfJsonTable }: MysqlServerFacts): BoundColumn | undefined {
  if (valueOfJsonTable === undefined) return undefined;
  return {
    commonTable(heading, placeholder, { type }) {
      const value = type === "text" ? valueOfJsonTable("j.v") : "j.v";
      return `${heading} AS (SELECT ${value} FROM JSON_TABLE(${placeholder}, '$[*]' COLUMNS (v ${TYPES[type]} PATH '$' ERROR ON ERROR)) AS j)`;
    },
    canHold: (text) => text.isWellFormed(),
  };
}
