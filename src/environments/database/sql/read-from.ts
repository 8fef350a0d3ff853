import type { LexicalRules } from "./lexical-rules.ts";
import type { FromSource } from "./query-tree.ts";
import { type ExpressionParser, expressionParser } from "./read-expression.ts";
import { power } from "./read-infix.ts";
import { nameOf, namesInBrackets, readQueryTokens } from "./read-query.ts";
import type { SqlText } from "./sql-dialect.ts";
import type { Token } from "./token.ts";

type JoinKind = NonNullable<FromSource["join"]>["kind"];

interface JoinOperator {
  readonly kind: JoinKind;
  readonly natural: boolean;
  /** Number of tokens of the operator. */
  readonly length: number;
}

const words: Readonly<Record<string, JoinKind>> = {
  JOIN: "inner",
  STRAIGHT_JOIN: "inner",
  INNER: "inner",
  LEFT: "left",
  RIGHT: "right",
  FULL: "full",
  CROSS: "cross",
  OUTER: "left",
  ASOF: "inner",
  // POSITIONAL pairs rows by number and needs no condition.
  POSITIONAL: "cross",
  SEMI: "semi",
  ANTI: "anti",
};

/** The join operator at the current token: a comma, or words up to JOIN. Without JOIN such words are names. */
function joinOperatorAt(parser: ExpressionParser): JoinOperator | undefined {
  if (parser.symbol() === ",") return { kind: "comma", natural: false, length: 1 };
  const natural = parser.word() === "NATURAL";
  let kind: JoinKind | undefined;
  for (let ahead = natural ? 1 : 0; ahead < 5; ahead++) {
    const word = parser.word(ahead);
    if (word === undefined || !Object.hasOwn(words, word)) return undefined;
    if (kind === undefined || kind === "inner") kind = words[word] as JoinKind;
    if (word === "JOIN" || word === "STRAIGHT_JOIN") return { kind, natural, length: ahead + 1 };
  }
  return undefined;
}

const neverAlias = new Set(
  "ON USING WHERE GROUP HAVING ORDER LIMIT UNION INTERSECT EXCEPT SET TABLESAMPLE WITH FOR WINDOW AS JOIN INDEXED NOT USE FORCE IGNORE PARTITION".split(
    " ",
  ),
);

type TextSource = { -readonly [K in keyof FromSource]: FromSource[K] };

/** Reads one source with its alias: a table, a subquery, a table function. Joins in brackets are not one source. */
function readSource(parser: ExpressionParser): FromSource | undefined {
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
  readAlias(parser, source);
  return { ...source, ...parser.spanFrom(from) };
}

function joinFollows(parser: ExpressionParser, ahead: number): boolean {
  parser.at += ahead;
  const found = joinOperatorAt(parser) !== undefined;
  parser.at -= ahead;
  return found;
}

function readSubquery(parser: ExpressionParser): TextSource | undefined {
  const query = parser.inBrackets((from, to) => readQueryTokens(parser.text, from, to));
  return query && { kind: "subquery", query, start: query.start, end: query.end };
}

function readNamed(parser: ExpressionParser): TextSource | undefined {
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
  const source: TextSource = { kind: "table", name, ...parser.spanFrom(from) };
  if (schema !== undefined) source.schema = schema;
  if (parser.symbol() !== "(") return source;
  source.kind = "function";
  source.lateral = true;
  source.arguments = parser.inBrackets((inner, close) => parser.list(inner, close));
  return source;
}

function readAlias(parser: ExpressionParser, source: TextSource): void {
  const hasAs = parser.word() === "AS";
  const token = parser.peek(hasAs ? 1 : 0);
  const isName =
    token?.kind === "identifier" || token?.kind === "string" || isAliasWord(parser, token, hasAs);
  if (isName && token) {
    parser.at += hasAs ? 2 : 1;
    source.alias = token.kind === "string" ? token.value : (nameOf(parser.text, token) as string);
  } else if (hasAs) parser.at++;
  if (parser.symbol() !== "(" || (!isName && !hasAs)) return;
  const names = namesInBrackets(parser.text, parser.at);
  // `AS t(a int, b text)`
  const typed = parser.inBrackets((from, to) =>
    parser.parts(from, to).map((part) => nameOf(parser.text, parser.text.tokens[part.from]) ?? ""),
  );
  source.aliasColumns = names ?? typed;
}

function isAliasWord(parser: ExpressionParser, token: Token | undefined, hasAs: boolean): boolean {
  if (token?.kind !== "word") return false;
  return hasAs || (!neverAlias.has(token.value) && !joinOperatorAt(parser));
}

type Join = { -readonly [K in keyof NonNullable<FromSource["join"]>]: NonNullable<FromSource["join"]>[K] };
type Source = Omit<FromSource, "join"> & { join?: Join };

/** Deepest nesting of joins in brackets; deeper ones are skipped. */
const deepest = 60;

/**
 * Reads the sources of a FROM clause in the order of the text. Joins in brackets are flattened: the first source in the brackets carries
 * the join before them. Text that is not understood is skipped up to the next join.
 */
export function readFrom(clause: SqlText, lexical: LexicalRules): FromSource[] {
  const sources: Source[] = [];
  readJoins(expressionParser(clause, lexical), sources, 0);
  return sources;
}

function readJoins(parser: ExpressionParser, sources: Source[], depth: number): void {
  let operator: JoinOperator | undefined;
  while (parser.at < parser.end) {
    const first = sources.length;
    readPrimary(parser, sources, depth);
    const source = sources[first];
    if (source && operator) source.join = { kind: operator.kind, natural: operator.natural };
    while (readConstraint(parser, sources)) {}
    // Skip tokens that are no join.
    while (parser.at < parser.end && !joinOperatorAt(parser)) parser.skip();
    operator = joinOperatorAt(parser);
    if (operator) parser.at += operator.length;
  }
}

function readPrimary(parser: ExpressionParser, sources: Source[], depth: number): void {
  const source = readSource(parser);
  if (source) {
    sources.push(source as Source);
    return;
  }
  if (parser.symbol() !== "(") return;
  if (depth < deepest) parser.inBrackets(() => readJoins(parser, sources, depth + 1));
  else parser.skip();
}

/** Gives ON or USING at the current token to the nearest joined source before it without one: `a JOIN b JOIN c ON … ON …`. */
function readConstraint(parser: ExpressionParser, sources: readonly Source[]): boolean {
  const word = parser.word();
  if (word !== "ON" && word !== "USING") return false;
  const target = sources.findLast(
    ({ join }) => join && !join.on && !join.using && join.kind !== "comma" && join.kind !== "cross",
  );
  if (word === "USING") {
    const names = namesInBrackets(parser.text, parser.at + 1);
    if (!names) return false;
    parser.at++;
    parser.skip();
    if (target?.join) target.join.using = names;
    return true;
  }
  const from = ++parser.at;
  const expression = parser.expression(power.or);
  const stopped = parser.at;
  const isOver = () => joinOperatorAt(parser) || parser.isAt("ON") || parser.isAt("USING");
  while (parser.at < parser.end && !isOver()) parser.skip();
  const on = parser.at === stopped ? expression : parser.whole(from, parser.at);
  if (target?.join) target.join.on = on;
  return true;
}
