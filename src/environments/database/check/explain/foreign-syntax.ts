import type { ExpressionNode, Span } from "../../sql/query-tree.ts";
import { readExpression } from "../../sql/read-expression.ts";
import type { Token } from "../../sql/token.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { visitExpressions } from "./all-expressions.ts";
import { datePartCode } from "./date-parts.ts";
import type { Ranked } from "./explanation.ts";
import { byDateForm, fillTemplate } from "./foreign-functions.ts";

/** A construct of another dialect, in this one's spelling. */
export interface ForeignSyntax {
  readonly span: Span;
  readonly message: string;
  readonly suggestion: Ranked;
}

/** Constructs of other dialects in a statement that this one cannot read. */
export async function foreignSyntax(
  run: InspectionRun,
  tokens: readonly Token[],
): Promise<readonly ForeignSyntax[]> {
  return [
    ...operators(run),
    ...casts(run),
    ...fullJoins(run, tokens),
    ...(await extracts(run, tokens)),
    ...typedDates(run, tokens),
    ...limits(run, tokens),
    ...slips(run, tokens),
    ...backticks(run, tokens),
  ];
}

function made(run: InspectionRun, span: Span, text: string, message: string, reason: string): ForeignSyntax {
  return { span, message, suggestion: { text, replaces: run.text(span), reason, score: 0.97 } };
}

/** Names between backticks, as MySQL writes them. */
function backticks(run: InspectionRun, tokens: readonly Token[]): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  if (dialect.lexical.identifierQuotes.includes("`")) return [];
  const ticks = tokens.filter((token) => token.kind === "symbol" && token.value === "`");
  const [open, close] = ticks;
  if (!open || !close) return [];
  const span = { start: open.start, end: close.end };
  const name = dialect.identifier(run.subject.sql.slice(open.end, close.start));
  const message = `${dialect.name} writes names in double quotes or bare, not in backticks.`;
  return [made(run, span, name, message, "the same name")];
}

/** Operators that the dialect lists as foreign (`ILIKE`, `~`, `::`), filled with their own sides. */
function operators(run: InspectionRun): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  const foreign = dialect.foreignFunctions.filter((each) => each.kind === "operator");
  const found: ForeignSyntax[] = [];
  visitExpressions(run, (node: ExpressionNode) => {
    const [name, sides] =
      node.type === "binary"
        ? [node.operator, [node.left, node.right]]
        : node.type === "cast" &&
            run
              .text(node)
              .slice(node.operand.end - node.start)
              .trimStart()
              .startsWith("::")
          ? ["::", [node.operand]]
          : [undefined, []];
    const entry = foreign.find((each) => each.name === name);
    if (!entry || name === undefined) return;
    const values = sides.map((side) => run.text(side));
    if (node.type === "cast") values.push(dialect.castType?.(node.target) ?? node.target);
    const text = fillTemplate(entry.template, values);
    found.push(made(run, node, text, `${dialect.name} has no ${name}.`, `the same in ${dialect.name}`));
  });
  return found;
}

/** `CAST(x AS text)` where texts are called otherwise in CAST. */
function casts(run: InspectionRun): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  const found: ForeignSyntax[] = [];
  visitExpressions(run, (node: ExpressionNode) => {
    if (node.type !== "cast" || !/^CAST\b/iu.test(run.text(node))) return;
    const type = dialect.castType?.(node.target);
    if (type === undefined) return;
    const text = `CAST(${run.text(node.operand)} AS ${type})`;
    const message = `${dialect.name} casts to ${type}, not to ${node.target}.`;
    found.push(made(run, node, text, message, `the same in ${dialect.name}`));
  });
  return found;
}

/** FULL JOIN, which has no like of its own elsewhere: half of it is better than nothing, and said to be so. */
function fullJoins(run: InspectionRun, tokens: readonly Token[]): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  if (!dialect.foreignFunctions.some(({ kind, name }) => kind === "clause" && name === "FULL JOIN"))
    return [];
  return tokens.flatMap((token, i) => {
    const join = tokens[i + 1]?.value === "OUTER" ? tokens[i + 2] : tokens[i + 1];
    if (token.kind !== "word" || token.value !== "FULL" || join?.value !== "JOIN") return [];
    const message = `${dialect.name} has no FULL JOIN: join with LEFT JOIN, and add the rows that only the other side has with UNION ALL and a second SELECT.`;
    return [
      made(
        run,
        { start: token.start, end: join.end },
        "LEFT JOIN",
        message,
        "without the rows that only the right side has",
      ),
    ];
  });
}

/** `EXTRACT(YEAR FROM d)`, which only some dialects have. */
async function extracts(run: InspectionRun, tokens: readonly Token[]): Promise<readonly ForeignSyntax[]> {
  const { dialect } = run.services.driver;
  const entry = dialect.foreignFunctions.find((each) => each.name.toUpperCase() === "EXTRACT");
  if (!entry) return [];
  const found: ForeignSyntax[] = [];
  for (const [i, token] of tokens.entries()) {
    const [open, part, from] = [tokens[i + 1], tokens[i + 2], tokens[i + 3]];
    if (token.value !== "EXTRACT" || open?.value !== "(" || from?.value !== "FROM" || !part) continue;
    const close = closing(tokens, i + 1);
    const [first, last] = [tokens[i + 4], close === undefined ? undefined : tokens[close - 1]];
    const end = close === undefined ? undefined : tokens[close]?.end;
    if (!first || !last || end === undefined) continue;
    const source = { start: first.start, end: last.end };
    const node = readExpression({ ...source, text: run.text(source) }, dialect.lexical);
    const code = datePartCode(part.value) ?? "%Y";
    const name = code === "%Y" ? "year" : code === "%m" ? "month" : "other";
    const text =
      (await byDateForm(run, name, [node])) ??
      fillTemplate(entry.template.replace("%Y", code), [part.value, run.text(source)]);
    found.push(
      made(
        run,
        { start: token.start, end },
        text,
        `${dialect.name} has no EXTRACT … FROM.`,
        `the same in ${dialect.name}`,
      ),
    );
  }
  return found;
}

function closing(tokens: readonly Token[], open: number): number | undefined {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (tokens[i]?.kind !== "symbol") continue;
    if (tokens[i]?.value === "(") depth++;
    if (tokens[i]?.value === ")" && --depth === 0) return i;
  }
  return undefined;
}

/** `DATE '2024-01-31'` where a plain text is meant. */
function typedDates(run: InspectionRun, tokens: readonly Token[]): readonly ForeignSyntax[] {
  const found: ForeignSyntax[] = [];
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    const typed =
      token.kind === "word" &&
      (token.value === "DATE" || token.value === "TIMESTAMP" || token.value === "DATETIME");
    if (!typed || next?.kind !== "string") continue;
    found.push(
      made(
        run,
        { start: token.start, end: next.end },
        run.text(next),
        `${run.services.driver.dialect.name} writes dates as plain texts here.`,
        "a plain text",
      ),
    );
  }
  return found;
}

/** TOP n, FETCH FIRST n ROWS ONLY, LIMIT a, b. */
function limits(run: InspectionRun, tokens: readonly Token[]): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  const has = (name: string) =>
    dialect.foreignFunctions.some((each) => each.kind === "clause" && each.name === name);
  const found: ForeignSyntax[] = [];
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    if (token.value === "TOP" && next?.kind === "number" && has("TOP")) {
      const span = { start: token.start, end: next.end };
      const message = `${dialect.name} has no TOP: write LIMIT ${next.value} at the end of the query.`;
      found.push({
        span,
        message,
        suggestion: {
          text: limited(run, span, next.value),
          replaces: run.subject.sql,
          reason: `the same in ${dialect.name}`,
          score: 0.97,
        },
      });
    }
    if (
      token.value === "FETCH" &&
      (next?.value === "FIRST" || next?.value === "NEXT") &&
      has("FETCH FIRST")
    ) {
      const count = tokens[i + 2];
      const end = tokens
        .slice(i, i + 6)
        .findLast((each) => each.value === "ONLY" || each.value === "ROWS" || each.value === "ROW");
      if (count?.kind !== "number" || !end) continue;
      found.push(
        made(
          run,
          { start: token.start, end: end.end },
          `LIMIT ${count.value}`,
          `${dialect.name} has no FETCH FIRST.`,
          "the same",
        ),
      );
    }
    const [, comma, count] = [next, tokens[i + 2], tokens[i + 3]];
    if (
      token.value === "LIMIT" &&
      next?.kind === "number" &&
      comma?.value === "," &&
      count?.kind === "number"
    ) {
      found.push(
        made(
          run,
          { start: token.start, end: count.end },
          `LIMIT ${count.value} OFFSET ${next.value}`,
          "LIMIT takes one number here; the first of two is the OFFSET.",
          "the same",
        ),
      );
    }
  }
  return found;
}

function limited(run: InspectionRun, top: Span, count: string): string {
  const { sql } = run.subject;
  return `${sql.slice(0, top.start)}${sql.slice(top.end).trimStart()} LIMIT ${count}`;
}

const OPERATOR_SLIPS: Readonly<Record<string, string>> = {
  "=>": ">=",
  "=<": "<=",
  "&&": "AND",
  "===": "=",
  "==": "=",
  "!==": "<>",
  "><": "<>",
};

/** Slips of the pen: `=>`, `&&`, a comma before FROM, backslashes before quotes. */
function slips(run: InspectionRun, tokens: readonly Token[]): readonly ForeignSyntax[] {
  const found: ForeignSyntax[] = [];
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    if (token.kind !== "symbol") continue;
    const pair = next?.kind === "symbol" && next.start === token.end ? token.value + next.value : token.value;
    const meant = OPERATOR_SLIPS[pair];
    if (meant !== undefined && !(pair === "&&" && run.services.driver.dialect.lexical.logicalSymbols)) {
      const span = { start: token.start, end: token.start + pair.length };
      found.push(made(run, span, meant, `${pair} is no operator here.`, "operator"));
    }
    if (
      token.value === "," &&
      next?.kind === "word" &&
      /^(FROM|WHERE|GROUP|ORDER|HAVING)$/u.test(next.value)
    ) {
      found.push(
        made(
          run,
          { start: token.start, end: next.end },
          run.text(next),
          `A comma stands before ${next.value}.`,
          "no comma",
        ),
      );
    }
  }
  const escaped = /'([^']*)\\'([^']*)'/u.exec(run.subject.sql);
  if (escaped && !run.services.driver.dialect.lexical.backslashEscapes) {
    const span = { start: escaped.index, end: escaped.index + escaped[0].length };
    const text = `'${escaped[1]}''${escaped[2]}'`;
    found.push(
      made(
        run,
        span,
        text,
        "A quote inside a text is written twice, not with a backslash.",
        "quote written twice",
      ),
    );
  }
  return found;
}
