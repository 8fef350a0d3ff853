/** Types of other dialects by what CAST calls them here. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:text|string|n?varchar2?|character varying|clob|long|tinytext|mediumtext|longtext|citext)\b/iu,
    "CHAR",
  ],
  [
    /^(?:int|int2|int4|int8|integer|bigint|smallint|tinyint|mediumint|int64|number|bool|boolean)$/iu,
    "SIGNED",
  ],
  [/^(?:real|float4|float8|float64|double precision)$/iu, "DOUBLE"],
  [/^(?:timestamp|timestamptz|datetime2|smalldatetime)\b/iu, "DATETIME"],
  [/^(?:bytea|blob|varbinary|bytes)\b/iu, "BINARY"],
  [/^(?:numeric|decimal|money)$/iu, "DECIMAL(65, 10)"],
];

/** Undefined for a type that CAST knows. `decimal` without digits would cut off the fraction. */
export function mysqlCastType(type: string): string | undefined {
  const digits = /^numeric\s*(\(.*\))$/iu.exec(type.trim())?.[1];
  if (digits !== undefined) return `DECIMAL${digits}`;
  return TYPES.find(([pattern]) => pattern.test(type.trim()))?.[1];
}
