import type { ExpressionParser } from "./expression-parser.ts";
import { joinOperatorAt } from "./join-words.ts";
import type { FromSource } from "./query-tree.ts";
import { nameOf, namesInBrackets } from "./read-common-tables.ts";
import { readQueryTokens } from "./read-query-tokens.ts";
import { closeOf } from "./read-type-name.ts";
import type { Token } from "./token.ts";

const neverAlias = new Set(
  "ON USING WHERE GROUP HAVING ORDER LIMIT UNION INTERSECT EXCEPT SET TABLESAMPLE WITH FOR WINDOW AS JOIN".split(
    " ",
  ),
);

type Source = { -readonly [K in keyof FromSource]: FromSource[K] };

/** Reads one source with its alias: a table, a subquery, a table function. Joins in brackets are not one source. */
export function readSource(parser: ExpressionParser): FromSource | undefined {
  const from = parser.at;
  const lateral = parser.word() === "LATERAL" && parser.peek(1)?.value !== ".";
  if (lateral) parser.at++;
  if (parser.word() === "ONLY" && parser.peek(1)?.kind !== "symbol" && !joinFollows(parser, 1)) parser.at++;
  const source = parser.symbol() === "(" ? readSubquery(parser) : readNamed(parser);
  if (!source) {
    parser.at = from;
    return undefined;
  }
  if (lateral) source.lateral = true;
  skipHints(parser);
  readAlias(parser, source);
  skipHints(parser);
  return { ...source, ...parser.spanFrom(from) };
}

function joinFollows(parser: ExpressionParser, ahead: number): boolean {
  parser.at += ahead;
  const found = joinOperatorAt(parser) !== undefined;
  parser.at -= ahead;
  return found;
}

function readSubquery(parser: ExpressionParser): Source | undefined {
  const close = closeOf(parser);
  const query = readQueryTokens(parser.text, parser.at + 1, close);
  if (!query) return undefined;
  parser.at = close + 1;
  return { kind: "subquery", query, start: query.start, end: query.end };
}

function readNamed(parser: ExpressionParser): Source | undefined {
  const first = parser.peek();
  // DuckDB reads a file by its name in quotes.
  let name = first?.kind === "string" ? first.value : nameOf(parser.text, first);
  if (name === undefined) return undefined;
  const from = parser.at++;
  let schema: string | undefined;
  while (parser.symbol() === "." && nameOf(parser.text, parser.peek(1)) !== undefined) {
    schema = schema === undefined ? name : `${schema}.${name}`;
    name = nameOf(parser.text, parser.peek(1)) as string;
    parser.at += 2;
  }
  const source: Source = { kind: "table", name, ...parser.spanFrom(from) };
  if (schema !== undefined) source.schema = schema;
  if (parser.symbol() !== "(") return source;
  const close = closeOf(parser);
  source.kind = "function";
  source.lateral = true;
  source.arguments = parser.parts(parser.at + 1, close).map((part) => parser.whole(part.from, part.to));
  parser.at = close + 1;
  return source;
}

function readAlias(parser: ExpressionParser, source: Source): void {
  const hasAs = parser.word() === "AS";
  const token = parser.peek(hasAs ? 1 : 0);
  const isName =
    token?.kind === "identifier" || token?.kind === "string" || isAliasWord(parser, token, hasAs);
  if (isName && token) {
    parser.at += hasAs ? 2 : 1;
    source.alias = token.kind === "string" ? token.value : (nameOf(parser.text, token) as string);
  } else if (hasAs) parser.at++;
  if (parser.symbol() !== "(" || (!isName && !hasAs)) return;
  const close = closeOf(parser);
  source.aliasColumns =
    namesInBrackets(parser.text, parser.at) ??
    // `AS t(a int, b text)`
    parser
      .parts(parser.at + 1, close)
      .map((part) => nameOf(parser.text, parser.text.tokens[part.from]) ?? "");
  parser.at = close + 1;
}

function isAliasWord(parser: ExpressionParser, token: Token | undefined, hasAs: boolean): boolean {
  if (token?.kind !== "word") return false;
  return hasAs || (!neverAlias.has(token.value) && !joinOperatorAt(parser));
}

/** INDEXED BY, NOT INDEXED, USE INDEX (…), TABLESAMPLE f (…), WITH ORDINALITY. */
function skipHints(parser: ExpressionParser): void {
  for (;;) {
    const word = parser.word();
    const next = parser.word(1);
    if (word === "INDEXED" && next === "BY") parser.at += 3;
    else if ((word === "NOT" && next === "INDEXED") || (word === "WITH" && next === "ORDINALITY"))
      parser.at += 2;
    else if (/^(USE|FORCE|IGNORE)$/.test(word ?? "") && /^(INDEX|KEY)$/.test(next ?? "")) {
      while (parser.at < parser.end && parser.symbol() !== "(") parser.at++;
      if (parser.at < parser.end) parser.at = closeOf(parser) + 1;
    } else if (word === "TABLESAMPLE" || (word === "REPEATABLE" && parser.symbol(1) === "(")) {
      parser.at += 1;
      while (parser.word() !== undefined && parser.symbol(1) === "(") parser.at++;
      if (parser.symbol() === "(") parser.at = closeOf(parser) + 1;
    } else if (word === "PARTITION" && parser.symbol(1) === "(") {
      parser.at++;
      parser.at = closeOf(parser) + 1;
    } else return;
  }
}
