import type { ColumnAffinity } from "../../schema/database-schema.ts";

/** In the order in which they are tried: the more telling words first, then SQLite's own rules (INT before CHAR before REAL). */
const WORDS: readonly (readonly [RegExp, ColumnAffinity])[] = [
  [/BOOL/, "boolean"],
  [/JSON/, "json"],
  [/DATETIME|TIMESTAMP/, "datetime"],
  [/DATE/, "date"],
  [/\bTIME\b/, "time"],
  [/INT(?!ERVAL)|SERIAL/, "integer"],
  [/CHAR|CLOB|TEXT|STRING|UUID|ENUM/, "text"],
  [/BLOB|BINARY|BYTEA/, "binary"],
  [/REAL|FLOA|DOUB/, "real"],
  [/DEC|NUM|MONEY/, "decimal"],
  [/^YEAR\b/, "integer"],
];

/** What a declaration tells about the values; SQLite itself would take any value anywhere. */
export function sqliteAffinity(declaredType: string): ColumnAffinity {
  const upper = declaredType.toUpperCase();
  return WORDS.find(([word]) => word.test(upper))?.[1] ?? "other";
}
