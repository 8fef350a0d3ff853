import { power } from "./binding-power.ts";
import type { ExpressionParser } from "./expression-parser.ts";
import { type JoinOperator, joinOperatorAt } from "./join-words.ts";
import type { LexicalRules } from "./lexical-rules.ts";
import type { FromSource } from "./query-tree.ts";
import { namesInBrackets } from "./read-common-tables.ts";
import { expressionParser } from "./read-expression.ts";
import { readSource } from "./read-source.ts";
import { closeOf } from "./read-type-name.ts";
import type { SqlText } from "./sql-text.ts";
import { tokenize } from "./tokenize.ts";

type Join = { -readonly [K in keyof NonNullable<FromSource["join"]>]: NonNullable<FromSource["join"]>[K] };
type Source = Omit<FromSource, "join"> & { join?: Join };

/** Joins in brackets in brackets …: those further in are passed over. */
const deepest = 60;

/**
 * Reads the sources of a FROM clause in the order of the text. Joins in brackets are laid flat: the first source in the brackets carries
 * the join before them. A stretch that is not understood is passed over up to the next join.
 */
export function readFrom(clause: SqlText, lexical: LexicalRules): FromSource[] {
  const text = tokenize(clause, lexical);
  const parser = expressionParser(text, lexical);
  const sources: Source[] = [];
  readJoins(parser, sources, 0);
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
    // Something is left that is no join: pass over it.
    while (parser.at < parser.end && !joinOperatorAt(parser)) {
      parser.at =
        (parser.text.partner[parser.at] as number) > parser.at ? closeOf(parser) + 1 : parser.at + 1;
    }
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
  const close = closeOf(parser);
  if (depth < deepest) parser.within(parser.at + 1, close, () => readJoins(parser, sources, depth + 1));
  parser.at = close + 1;
}

/** ON or USING at the current place goes to the nearest source before it that has none: `a JOIN b JOIN c ON … ON …`. */
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
    parser.at = closeOf(parser) + 1;
    if (target?.join) target.join.using = names;
    return true;
  }
  const from = ++parser.at;
  const expression = parser.expression(power.or);
  const stopped = parser.at;
  while (
    parser.at < parser.end &&
    !joinOperatorAt(parser) &&
    parser.word() !== "ON" &&
    parser.word() !== "USING"
  ) {
    parser.at = (parser.text.partner[parser.at] as number) > parser.at ? closeOf(parser) + 1 : parser.at + 1;
  }
  const on = parser.at === stopped ? expression : parser.whole(from, parser.at);
  if (target?.join) target.join.on = on;
  return true;
}
