import type { EngineRestrictions } from "../../driver/sql-driver.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { duckdbLexical } from "./duckdb-lexical.ts";

const NAME_PART = /"((?:[^"]|"")+)"|[^".]+/gu;

/**
 * True where a statement reads what it may not, by the tables that the engine says it reads (`getTableNames`): through views, macros and calls
 * that run text, too, and without the statement's own CTEs. A second look beside that at the parse tree: a table that is restricted in part is
 * read with its schema before its name by its shadow alone, as other statements' words for it have been replaced.
 * @param read names as the engine writes them: `users`, `main.users`, `"a.b".users`
 */
export function readsGuarded(
  sql: string,
  read: readonly string[],
  { tables, readers, views }: EngineRestrictions,
): boolean {
  const found = read.flatMap((name) => {
    const parts = [...name.matchAll(NAME_PART)].map(([text, quoted]) =>
      fold(quoted?.replaceAll('""', '"') ?? text),
    );
    const own = parts.at(-1);
    const schema = parts.at(-2) ?? "main";
    const table = tables.find((each) => fold(each.name) === own && fold(each.schema) === schema);
    return table === undefined
      ? []
      : [{ isWhole: table.columns === undefined, isShadow: parts.length === 2 }];
  });
  if (!found.some(({ isWhole, isShadow }) => isWhole || !isShadow)) return false;
  const written = new Set(tokenize(sql, duckdbLexical).tokens.map(({ value }) => fold(value)));
  const names = (list: readonly string[]) => list.some((name) => written.has(fold(name)));
  if (names(readers.filter((name) => views.includes(name)))) return false;
  return found.some(({ isWhole }) => isWhole) || !names(views);
}

function fold(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}
