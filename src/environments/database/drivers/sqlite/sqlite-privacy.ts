import { parse } from "sqlite3-parser";
import type { LexicalRules } from "../../sql/lexical-rules.ts";
import type { CatalogEntry, PrivacyFacts } from "../../sql/privacy-facts.ts";
import { cut } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { sqliteFunctions } from "./sqlite-functions.ts";
import { sqliteLexical as LEXICAL } from "./sqlite-lexical.ts";
import { sqliteStatementNames } from "./sqlite-statement-names.ts";

/** The ordinary tables in which a module keeps the rows of a virtual one, by what is put behind its name. */
const KEPT_IN: Readonly<Record<string, readonly string[]>> = {
  fts3: ["content", "segments", "segdir", "docsize", "stat"],
  fts4: ["content", "segments", "segdir", "docsize", "stat"],
  fts5: ["data", "idx", "content", "docsize", "config"],
  rtree: ["node", "rowid", "parent"],
  rtree_i32: ["node", "rowid", "parent"],
  geopoly: ["node", "rowid", "parent"],
};

/** What the declaration of a virtual table says of its rows. */
interface SqliteVirtualTable {
  /** Lower-case names of the tables in which they are kept. */
  readonly keptIn: readonly string[];
  /** True where it shows what another table holds without naming each column (`fts5vocab`, `fts4(content=…)`), and for a module that is not known. */
  readonly takesUnnamedColumns: boolean;
}

/** Undefined for what is no virtual table. */
function sqliteVirtualTable(
  name: string,
  sql: string,
  lexical: LexicalRules,
): SqliteVirtualTable | undefined {
  if (!/^CREATE\s+VIRTUAL/iu.test(sql)) return undefined;
  const text = tokenize(sql, lexical);
  const { tokens, partner } = text;
  const using = tokens.findIndex(({ kind, value }) => kind === "word" && value === "USING");
  const token = tokens[using + 1];
  const module =
    token === undefined ? "" : (token.kind === "word" ? cut(text, token) : token.value).toLowerCase();
  const keptIn = (KEPT_IN[module] ?? []).map((part) => `${name}_${part}`.toLowerCase());
  const isFullText = module === "fts3" || module === "fts4";
  const [open, close] = [using + 2, partner[using + 2] ?? tokens.length];
  let columns = 0;
  let contents = 0;
  for (let at = open + 1; at < close; at = Math.max(at, partner[at] ?? at) + 1) {
    if (at !== open + 1 && tokens[at - 1]?.value !== ",") continue;
    const isOption = tokens[at + 1]?.value === "=";
    if (isOption && tokens[at]?.value === "CONTENT") contents++;
    if (!isOption && tokens[at]?.value !== "TOKENIZE") columns++;
  }
  return {
    keptIn,
    takesUnnamedColumns: keptIn.length === 0 || (isFullText && contents > 0 && columns === 0),
  };
}

const NOT_HARMLESS = new Set(["fts3_tokenizer", "load_extension"]);

export const sqlitePrivacy: PrivacyFacts = {
  catalogSql: "SELECT type, name, sql FROM main.sqlite_master WHERE type IN ('table', 'view')",
  catalogEntries(rows) {
    const listed = rows.map(([type, name, sql]): Listed => {
      const text = String(sql ?? "");
      const virtual = sqliteVirtualTable(String(name), text, LEXICAL);
      return { type: String(type), name: String(name), text, virtual };
    });
    const keptIn = new Set(listed.flatMap(({ virtual }) => virtual?.keptIn ?? []));
    return listed.flatMap((each) => relationEntries(each, keptIn));
  },
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

/** A row of `sqlite_master`. */
interface Listed {
  readonly type: string;
  readonly name: string;
  readonly text: string;
  readonly virtual: SqliteVirtualTable | undefined;
}

/** `keptIn`: the tables in which virtual ones keep their rows; statements cannot name them, but views can. */
function relationEntries(
  { type, name, text, virtual }: Listed,
  keptIn: ReadonlySet<string>,
): readonly CatalogEntry[] {
  const entry = { schema: "main", name, visible: true } as const;
  if (type !== "view" && virtual === undefined)
    return [{ ...entry, kind: "table" }, ...computedColumns(entry, text)];
  // A virtual table may show what another holds, as full-text tables do.
  const view = { ...entry, kind: "view", definition: text } as const;
  if (mentionsOneOf(text, keptIn)) return [{ ...view, mayReadAnything: true }];
  return [virtual?.takesUnnamedColumns === true ? { ...view, takesUnnamedColumns: true } : view];
}

/** Full-text tables name another one in a string. */
function mentionsOneOf(definition: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  const text = tokenize(definition, LEXICAL);
  return text.tokens.some((token) =>
    names.has((token.kind === "word" ? cut(text, token) : token.value).toLowerCase()),
  );
}

/** Where the declaration cannot be read, its whole text counts as the expression of every column. */
function computedColumns(
  table: Pick<CatalogEntry, "schema" | "name" | "visible">,
  sql: string,
): readonly CatalogEntry[] {
  // A comment may stand before the bracket.
  if (!/\bAS\b/iu.test(sql)) return [];
  const result = parse(sql);
  if (result.status === "error") return [{ ...table, kind: "column", definition: sql }];
  return nodesOf(result.root, "ColumnDefinition").flatMap((column) =>
    nodesOf(column, "GeneratedColumnConstraint").map((generated): CatalogEntry => {
      const { offset, length } = generated["span"] as { readonly offset: number; readonly length: number };
      const { text } = column["colName"] as { readonly text: string };
      return { ...table, kind: "column", column: text, definition: sql.slice(offset, offset + length) };
    }),
  );
}

function fold(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}

/** A node of the parser's tree. */
type SqliteNode = { readonly [key: string]: unknown; readonly type?: string };

/** Those of a kind below a node, the outermost of each branch. */
function nodesOf(value: unknown, type: string): readonly SqliteNode[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => nodesOf(item, type));
  const node = value as SqliteNode;
  return node.type === type ? [node] : Object.values(node).flatMap((child) => nodesOf(child, type));
}
