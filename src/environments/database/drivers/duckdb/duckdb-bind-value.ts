import type { DuckDBPreparedStatement } from "@duckdb/node-api";
import type { SqlValue } from "../../driver/sql-value.ts";

/** `DuckDBTypeId` of the binding, which is an enum at run time only. */
const VARCHAR = 17;
const INT64_LIMIT = 2n ** 63n;

/** Binds a value as what it is; a number that is compared with a text as text, where a cast of the texts would fail. */
export function bindDuckdbValue(statement: DuckDBPreparedStatement, index: number, value: SqlValue): void {
  if (value === null) statement.bindNull(index);
  else if (value instanceof Uint8Array) statement.bindBlob(index, value);
  else if (typeof value === "string" || statement.parameterTypeId(index) === VARCHAR)
    statement.bindVarchar(index, String(value));
  else if (typeof value === "boolean") statement.bindBoolean(index, value);
  else if (typeof value === "bigint") bindInteger(statement, index, value);
  else if (Number.isSafeInteger(value) && !Object.is(value, -0)) statement.bindBigInt(index, BigInt(value));
  else statement.bindDouble(index, value);
}

function bindInteger(statement: DuckDBPreparedStatement, index: number, value: bigint): void {
  if (-INT64_LIMIT <= value && value < INT64_LIMIT) statement.bindBigInt(index, value);
  else statement.bindHugeInt(index, value);
}
