import { power } from "./binding-power.ts";
import type { ExpressionParser } from "./expression-parser.ts";
import type { ExpressionNode } from "./query-tree.ts";
import { readQueryTokens } from "./read-query-tokens.ts";

export interface Arguments {
  readonly arguments: ExpressionNode[];
  readonly ordering: ExpressionNode[];
  readonly star: boolean;
  readonly distinct: boolean;
}

/** Words between the arguments of the functions that SQL gives a grammar of their own. */
const separators = new Set(["FROM", "FOR", "PLACING", "USING", "SEPARATOR", "AS", "IN"]);
const takesUnit = new Set(["EXTRACT", "TIMESTAMPDIFF", "TIMESTAMPADD", "GET_FORMAT"]);
const queryWords = new Set(["SELECT", "WITH", "VALUES"]);
const trimSides = new Set(["BOTH", "LEADING", "TRAILING"]);

/** Reads what stands between the brackets of a call, `from` up to `to`. */
export function readArguments(parser: ExpressionParser, name: string, from: number, to: number): Arguments {
  return parser.within(from, to, () => {
    const result = {
      arguments: [] as ExpressionNode[],
      ordering: [] as ExpressionNode[],
      star: false,
      distinct: false,
    };
    if (parser.word() === "DISTINCT" || parser.word() === "ALL") {
      if (parser.peek(1) && parser.symbol(1) !== ",") {
        result.distinct = parser.word() === "DISTINCT";
        parser.at++;
      }
    }
    if (parser.symbol() === "*" && parser.end - parser.at === 1) return { ...result, star: true };
    if (name === "TRIM" && trimSides.has(parser.word() ?? "")) {
      parser.at++;
      if (parser.word() === "FROM") parser.at++;
    }
    if (queryWords.has(parser.word() ?? "")) {
      // ANY (SELECT …), ARRAY(SELECT …): the brackets of the call are those of the subquery.
      const query = readQueryTokens(parser.text, parser.at, parser.end);
      if (query) {
        result.arguments.push({ type: "subquery", query, start: query.start, end: query.end });
        return result;
      }
    }
    if (takesUnit.has(name)) readUnit(parser, result.arguments);
    while (parser.at < parser.end) readNext(parser, name, result);
    return result;
  });
}

function readUnit(parser: ExpressionParser, into: ExpressionNode[]): void {
  const unit = parser.word();
  if (unit === undefined || (parser.symbol(1) !== "," && parser.word(1) !== "FROM")) return;
  into.push({ type: "literal", kind: "string", value: unit, ...parser.spanOf(parser.at, parser.at + 1) });
  parser.at += 2;
}

function readNext(
  parser: ExpressionParser,
  name: string,
  result: { readonly arguments: ExpressionNode[]; readonly ordering: ExpressionNode[] },
): void {
  if (parser.word() === "ORDER" && parser.word(1) === "BY") {
    parser.at++;
    do {
      parser.at++;
      if (parser.at < parser.end) result.ordering.push(parser.expression(power.or));
      while (/^(ASC|DESC|NULLS|FIRST|LAST)$/.test(parser.word() ?? "")) parser.at++;
    } while (parser.symbol() === ",");
    if (parser.word() === "SEPARATOR") parser.at++;
    return;
  }
  // `name => value`: the name is the function's, not a column.
  if (parser.word() !== undefined && (parser.symbol(1) === "=>" || parser.symbol(1) === ":=")) parser.at += 2;
  if (parser.word() === "VARIADIC") parser.at++;
  result.arguments.push(parser.expression(name === "POSITION" ? power.order : power.or));
  const word = parser.word();
  if (parser.symbol() === ",") parser.at++;
  else if (word === "USING" || word === "AS") {
    // A character set or a type: nothing that names a column.
    parser.at = parser.end;
  } else if (word !== undefined && separators.has(word)) parser.at++;
  else if (parser.at < parser.end && !(word === "ORDER" && parser.word(1) === "BY")) {
    result.arguments.push(parser.whole(parser.at, parser.end));
    parser.at = parser.end;
  }
}
