import type { ColumnAffinity } from "../../schema/database-schema.ts";

const WORDS: readonly (readonly [RegExp, ColumnAffinity])[] = [
  [/[\])]$|^(?:STRUCT|MAP|UNION)\b/u, "other"],
  [/^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$|^(?:BIGNUM|VARINT)$/u, "integer"],
  [/^(?:FLOAT|DOUBLE)$/u, "real"],
  [/^BOOLEAN$/u, "boolean"],
  [/^DATE$/u, "date"],
  [/^TIMESTAMP/u, "datetime"],
  [/^TIME\b/u, "time"],
  [/^JSON$/u, "json"],
  [/^BLOB$/u, "binary"],
  [/^(?:VARCHAR|UUID)$/u, "text"],
];

/** From the type as the catalog prints it; lists, structs and maps are none of the kinds. */
export function duckdbAffinity(type: string): ColumnAffinity {
  if (/^DECIMAL\(\d+,\d+\)$/u.test(type)) return "decimal";
  if (type.startsWith("ENUM(") && type.endsWith(")")) return "text";
  return WORDS.find(([word]) => word.test(type))?.[1] ?? "other";
}
