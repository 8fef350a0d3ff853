import { parse } from "sqlite3-parser";
import type { CatalogEntry, PrivacyFacts } from "../../sql/privacy-facts.ts";
import { sqliteFunctions } from "./sqlite-functions.ts";
import { sqliteStatementNames } from "./sqlite-statement-names.ts";

type Node = { readonly [key: string]: unknown; readonly type?: string };

const NOT_HARMLESS = new Set(["fts3_tokenizer", "load_extension"]);

export const sqlitePrivacy: PrivacyFacts = {
  catalogSql: "SELECT type, name, sql FROM main.sqlite_master WHERE type IN ('table', 'view')",
  catalogEntries: (rows) =>
    rows.flatMap(([type, name, sql]): readonly CatalogEntry[] => {
      const text = String(sql ?? "");
      const entry = { schema: "main", name: String(name), visible: true } as const;
      // A virtual table may show what another holds, as full-text tables do.
      if (type === "view" || /^CREATE\s+VIRTUAL/iu.test(text))
        return [{ ...entry, kind: "view", definition: text }];
      return [{ ...entry, kind: "table" }, ...computedColumns(entry, text)];
    }),
  namesIn: sqliteStatementNames,
  isSameName: (written, name) => fold(written) === fold(name),
  isHarmlessFunction: (name) =>
    sqliteFunctions.has(name.toLowerCase()) && !NOT_HARMLESS.has(name.toLowerCase()),
  tablesAreCalled: true,
  isCatalogFunction: () => false,
  isCatalogTable: (name) => /^(?:sqlite_|pragma_|dbstat$)/u.test(name),
  isBuiltInType: () => true,
  inlineHint: "NOT MATERIALIZED ",
  unknownTable: (name) => `no such table: ${name}`,
  unknownFunction: (name) => `no such function: ${name}`,
  unknownType: (name) => `no such type: ${name}`,
};

/** Where the declaration cannot be read, its whole text counts as the expression of every column. */
function computedColumns(
  table: Pick<CatalogEntry, "schema" | "name" | "visible">,
  sql: string,
): readonly CatalogEntry[] {
  if (!/\bAS\s*\(/iu.test(sql)) return [];
  const result = parse(sql);
  if (result.status === "error") return [{ ...table, kind: "column", definition: sql }];
  return nodesOf(result.root, "ColumnDefinition").flatMap((column) =>
    nodesOf(column, "GeneratedColumnConstraint").map((generated): CatalogEntry => {
      const { offset, length } = generated.span as { readonly offset: number; readonly length: number };
      const { text } = column.colName as { readonly text: string };
      return { ...table, kind: "column", column: text, definition: sql.slice(offset, offset + length) };
    }),
  );
}

function nodesOf(value: unknown, type: string): readonly Node[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => nodesOf(item, type));
  const node = value as Node;
  return node.type === type ? [node] : Object.values(node).flatMap((child) => nodesOf(child, type));
}

function fold(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}
