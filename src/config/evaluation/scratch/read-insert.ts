import { sqliteDialect } from "../../../environments/database/drivers/sqlite/sqlite-dialect.ts";
import type { Token, TokenizedText } from "../../../environments/database/sql/token.ts";
import { cut } from "../../../environments/database/sql/token.ts";
import { tokenize } from "../../../environments/database/sql/tokenize.ts";

/** Words that are a value by themselves. */
const VALUES: readonly string[] = ["NULL", "TRUE", "FALSE"];

/** What is wrong with a statement, or how many rows it adds. */
export type ReadInsert =
  | { readonly rows: number; readonly problem?: never }
  | { readonly problem: string; readonly rows?: never };

/** Reads one `INSERT INTO table (columns) VALUES (…), (…)` of plain values; everything else is refused with what to write. */
export function readInsert(statement: string, tables: readonly string[]): ReadInsert {
  const text = tokenize(statement, sqliteDialect.lexical);
  if (!text.complete) return refused(statement, "a quote, bracket or comment is not closed");
  const tokens = isSymbol(text.tokens.at(-1), ";") ? text.tokens.slice(0, -1) : text.tokens;
  const [insert, into, table] = tokens;
  if (insert === undefined) return refused(statement, "it is empty");
  if (insert.kind !== "word" || insert.value !== "INSERT" || into?.value !== "INTO")
    return refused(statement, "only INSERT INTO is run");
  const name = nameOf(text, table);
  if (name === undefined) return refused(statement, "no table is named");
  if (!tables.some((each) => each.toLowerCase() === name.toLowerCase()))
    return refused(statement, `there is no table "${name}", only ${tables.join(", ")}`);
  const start = tokens.findIndex(({ kind, value }) => kind === "word" && value === "VALUES");
  if (start < 0) return refused(statement, "VALUES is missing");
  if (!isColumnList(tokens.slice(3, start))) return refused(statement, "only columns stand before VALUES");
  return rowsOf(tokens.slice(start + 1), statement);
}

function rowsOf(tokens: readonly Token[], statement: string): ReadInsert {
  let depth = 0;
  let rows = 0;
  for (const token of tokens) {
    const { kind, value } = token;
    if (isSymbol(token, "(")) {
      if (depth === 0) rows += 1;
      depth += 1;
    } else if (isSymbol(token, ")")) depth -= 1;
    else if (kind === "identifier") return refused(statement, `texts stand in single quotes: '${value}'`);
    else if (!isValue(token)) return refused(statement, `"${value}" is no plain value`);
    else if (depth === 0 && value !== ",") return refused(statement, "VALUES takes lists in brackets");
  }
  return rows === 0 ? refused(statement, "it has no values") : { rows };
}

const isValue = ({ kind, value }: Token): boolean =>
  kind === "string" ||
  kind === "number" ||
  kind === "blob" ||
  (kind === "word" && VALUES.includes(value)) ||
  (kind === "symbol" && [",", "-", "+"].includes(value));

function isColumnList(tokens: readonly Token[]): boolean {
  if (tokens.length === 0) return true;
  const inside = tokens.slice(1, -1);
  return (
    isSymbol(tokens[0], "(") &&
    isSymbol(tokens.at(-1), ")") &&
    inside.every((token, at) =>
      at % 2 === 1 ? isSymbol(token, ",") : ["word", "identifier"].includes(token.kind),
    )
  );
}

function nameOf(text: TokenizedText, token: Token | undefined): string | undefined {
  if (token?.kind === "identifier") return token.value;
  return token?.kind === "word" ? cut(text, token) : undefined;
}

const isSymbol = (token: Token | undefined, value: string): boolean =>
  token?.kind === "symbol" && token.value === value;

const SHOWN = 120;

function refused(statement: string, why: string): { readonly problem: string } {
  const shown = statement.length > SHOWN ? `${statement.slice(0, SHOWN)}…` : statement;
  return { problem: `${shown}: ${why}. Write INSERT INTO table (columns) VALUES (…) with plain values.` };
}
