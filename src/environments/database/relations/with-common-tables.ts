import { readQuery } from "../sql/read-query.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { cut, type Token, type TokenizedText } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";

/** A statement with something put into it, and where. */
export interface ExtendedStatement {
  readonly sql: string;
  readonly insertedAt: number;
  readonly insertedLength: number;
}

/** Those of the names that a statement uses; a CTE of its own under the name hides what is meant here. */
export function namesUsed(
  sql: string,
  names: readonly string[],
  { lexical, sameIdentifier }: Pick<SqlDialect, "lexical" | "sameIdentifier">,
): readonly string[] {
  const text = tokenize(sql, lexical);
  const written = new Set(text.tokens.flatMap((token) => nameIn(text, token) ?? []));
  const used = names.filter((name) => [...written].some((each) => sameIdentifier(each, name)));
  if (used.length === 0) return [];
  const own = readQuery(sql, lexical)?.ctes ?? [];
  return used.filter((name) => !own.some((cte) => sameIdentifier(cte.name, name)));
}

/** Puts CTEs before those of a statement: after its WITH [RECURSIVE], or with a WITH of their own at its beginning. */
export function withCommonTables(
  sql: string,
  tables: readonly string[],
  { lexical }: Pick<SqlDialect, "lexical">,
): ExtendedStatement {
  const text = tokenize(sql, lexical);
  const [first, second, third] = text.tokens;
  const isWith = first?.kind === "word" && first.value === "WITH";
  // `WITH recursive AS (…)` is a CTE of that name.
  const isRecursive =
    isWith && second?.kind === "word" && second.value === "RECURSIVE" && third?.value !== "AS";
  const insertedAt = isWith ? ((isRecursive ? second : first)?.end ?? 0) : (first?.start ?? 0);
  const list = tables.join(", ");
  const inserted = isWith ? ` ${list},` : `WITH ${list} `;
  return {
    sql: `${sql.slice(0, insertedAt)}${inserted}${sql.slice(insertedAt)}`,
    insertedAt,
    insertedLength: inserted.length,
  };
}

function nameIn(text: TokenizedText, token: Token): string | undefined {
  if (token.kind === "word") return cut(text, token);
  return token.kind === "identifier" ? token.value : undefined;
}
