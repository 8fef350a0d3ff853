import type { LexicalRules } from "../../sql/lexical-rules.ts";
import { cut } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";

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
export interface SqliteVirtualTable {
  /** Lower-case names of the tables in which they are kept. */
  readonly keptIn: readonly string[];
  /** True where it shows what another table holds without naming each column (`fts5vocab`, `fts4(content=…)`), and for a module that is not known. */
  readonly takesUnnamedColumns: boolean;
}

/** Undefined for what is no virtual table. */
export function sqliteVirtualTable(
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
