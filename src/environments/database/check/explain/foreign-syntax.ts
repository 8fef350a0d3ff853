import { advised } from "../../../../environment/egress/egress-scope.ts";
import { buildScope } from "../../sql/build-scope.ts";
import { dateUnit } from "../../sql/date-pattern-text.ts";
import type { ExpressionNode } from "../../sql/query-tree.ts";
import { readExpression } from "../../sql/read-expression.ts";
import type { Token } from "../../sql/token.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { keyConditions } from "../join-links.ts";
import { scopeContext } from "../query-scope.ts";
import { type ForeignSyntax, inOwnWords } from "./explanation.ts";
import { byDateForm, fillTemplate } from "./foreign-functions.ts";
import { foreignLimits } from "./foreign-limits.ts";
import { visitExpressions, visitQueries } from "./scoped-references.ts";

/** Constructs of other dialects in a statement that this one cannot read. */
export async function foreignSyntax(
  run: ClauseCheck,
  tokens: readonly Token[],
): Promise<readonly ForeignSyntax[]> {
  return [
    ...operators(run),
    ...casts(run),
    ...fullJoins(run, tokens),
    ...(await foreignExtracts(run, tokens)),
    ...foreignDates(run, tokens),
    ...foreignLimits(run, tokens),
    ...joinsWithoutCondition(run),
    ...slips(run, tokens),
    ...backticks(run, tokens),
  ];
}

/** Names between backticks, as MySQL writes them. */
function backticks(run: ClauseCheck, tokens: readonly Token[]): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  if (dialect.lexical.identifierQuotes.includes("`")) return [];
  const ticks = tokens.filter((token) => token.kind === "symbol" && token.value === "`");
  const [open, close] = ticks;
  if (!open || !close) return [];
  const span = { start: open.start, end: close.end };
  const name = dialect.identifier(run.subject.sql.slice(open.end, close.start));
  const message = `${dialect.name} writes names in double quotes or bare, not in backticks.`;
  return [inOwnWords(run, span, name, message, "the same name")];
}

/** Operators that the dialect lists as foreign (`ILIKE`, `~`, `::`), filled with their own sides. */
function operators(run: ClauseCheck): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  const found: ForeignSyntax[] = [];
  const inside = new Set<ExpressionNode>();
  visitExpressions(run, (node: ExpressionNode) => {
    const name = foreignOperator(run, node);
    if (name === undefined || inside.has(node)) return;
    const text = operatorText(run, node, inside);
    found.push(inOwnWords(run, node, text, `${dialect.name} has no ${name}.`, `the same in ${dialect.name}`));
  });
  return found;
}

function foreignOperator(run: ClauseCheck, node: ExpressionNode): string | undefined {
  const isColons =
    node.type === "cast" &&
    run
      .text(node)
      .slice(node.operand.end - node.start)
      .trimStart()
      .startsWith("::");
  const name = node.type === "binary" ? node.operator : isColons ? "::" : undefined;
  const { foreignFunctions } = run.services.driver.dialect;
  return foreignFunctions.some((each) => each.kind === "operator" && each.name === name) ? name : undefined;
}

/** What the operation is here, with operations of that kind in its sides (`a::numeric::text`), which are kept in `inside`. */
function operatorText(run: ClauseCheck, node: ExpressionNode, inside: Set<ExpressionNode>): string {
  const { dialect } = run.services.driver;
  const name = foreignOperator(run, node);
  const entry = dialect.foreignFunctions.find((each) => each.kind === "operator" && each.name === name);
  if (!entry || (node.type !== "binary" && node.type !== "cast")) return run.text(node);
  const sides = node.type === "binary" ? [node.left, node.right] : [node.operand];
  const values = sides.map((side) => {
    if (foreignOperator(run, side) !== undefined) inside.add(side);
    return operatorText(run, side, inside);
  });
  if (node.type === "cast") {
    const own = dialect.castOf?.(values[0] ?? "", node.target);
    if (own !== undefined) return advised(own);
    values.push(dialect.castType?.(node.target) ?? node.target);
  }
  return fillTemplate(entry.template, values);
}

/** `CAST(x AS text)` where texts are called otherwise in CAST. */
function casts(run: ClauseCheck): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  const found: ForeignSyntax[] = [];
  visitExpressions(run, (node: ExpressionNode) => {
    if (node.type !== "cast" || !/^CAST\b/iu.test(run.text(node))) return;
    const type = dialect.castType?.(node.target);
    if (type === undefined) return;
    const text = `CAST(${run.text(node.operand)} AS ${type})`;
    const message = `${dialect.name} casts to ${type}, not to ${node.target}.`;
    found.push(inOwnWords(run, node, text, message, `the same in ${dialect.name}`));
  });
  return found;
}

/** FULL JOIN, which has no like of its own elsewhere: half of it is better than nothing, and said to be so. */
function fullJoins(run: ClauseCheck, tokens: readonly Token[]): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  if (!dialect.foreignFunctions.some(({ kind, name }) => kind === "clause" && name === "FULL JOIN"))
    return [];
  return tokens.flatMap((token, i) => {
    const join = tokens[i + 1]?.value === "OUTER" ? tokens[i + 2] : tokens[i + 1];
    if (token.kind !== "word" || token.value !== "FULL" || join?.value !== "JOIN") return [];
    const message = `${dialect.name} has no FULL JOIN: join with LEFT JOIN, and add the rows that only the other side has with UNION ALL and a second SELECT.`;
    return [
      inOwnWords(
        run,
        { start: token.start, end: join.end },
        "LEFT JOIN",
        message,
        "without the rows that only the right side has",
      ),
    ];
  });
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
function slips(run: ClauseCheck, tokens: readonly Token[]): readonly ForeignSyntax[] {
  const found: ForeignSyntax[] = [];
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    if (token.kind !== "symbol") continue;
    const pair = next?.kind === "symbol" && next.start === token.end ? token.value + next.value : token.value;
    const meant = OPERATOR_SLIPS[pair];
    if (meant !== undefined && !(pair === "&&" && run.services.driver.dialect.lexical.logicalSymbols)) {
      const span = { start: token.start, end: token.start + pair.length };
      found.push(inOwnWords(run, span, meant, `${pair} is no operator here.`, "operator"));
    }
    if (
      token.value === "," &&
      next?.kind === "word" &&
      /^(FROM|WHERE|GROUP|ORDER|HAVING)$/u.test(next.value)
    ) {
      found.push(
        inOwnWords(
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
      inOwnWords(
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

/** `EXTRACT(YEAR FROM d)`, which some dialects do not have, and others not with every part (`DOW`). */
async function foreignExtracts(
  run: ClauseCheck,
  tokens: readonly Token[],
): Promise<readonly ForeignSyntax[]> {
  const { dialect } = run.services.driver;
  const entries = dialect.foreignFunctions.filter((each) => each.name === "EXTRACT");
  if (entries.length === 0) return [];
  const found: ForeignSyntax[] = [];
  for (const [i, token] of tokens.entries()) {
    const [open, part, from] = [tokens[i + 1], tokens[i + 2], tokens[i + 3]];
    if (token.value !== "EXTRACT" || open?.value !== "(" || from?.value !== "FROM" || !part) continue;
    const close = closing(tokens, i + 1);
    const [first, last] = [tokens[i + 4], close === undefined ? undefined : tokens[close - 1]];
    const end = close === undefined ? undefined : tokens[close]?.end;
    const unit = dateUnit(part.value);
    const entry = entries.find((each) => each.unit === unit);
    if (!first || !last || end === undefined || !entry) continue;
    const source = { start: first.start, end: last.end };
    const node = readExpression({ ...source, text: run.text(source) }, dialect.lexical);
    const text =
      (await byDateForm(run, unit === "year" || unit === "month" ? unit : undefined, [node])) ??
      fillTemplate(entry.template, [part.value, run.text(source)]);
    const what = dialect.functions.has("extract") ? `EXTRACT(${part.value} FROM …)` : "EXTRACT … FROM";
    const span = { start: token.start, end };
    found.push(inOwnWords(run, span, text, `${dialect.name} has no ${what}.`, `the same in ${dialect.name}`));
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

/** `DATE '2024-01-31'` and its like, where the dialect has no such word before a text. */
function foreignDates(run: ClauseCheck, tokens: readonly Token[]): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  return tokens.flatMap((token, i) => {
    const next = tokens[i + 1];
    const entry = dialect.foreignFunctions.find(
      ({ kind, name }) => kind === "literal" && name === token.value && token.kind === "word",
    );
    if (!entry || next?.kind !== "string") return [];
    const text = fillTemplate(entry.template, [run.text(next)]);
    const isPlain = text === run.text(next);
    const message = isPlain
      ? `${dialect.name} writes dates as plain texts here.`
      : `${dialect.name} has no ${token.value} '…'.`;
    const reason = isPlain ? "a plain text" : `the same in ${dialect.name}`;
    return [inOwnWords(run, { start: token.start, end: next.end }, text, message, reason)];
  });
}

/** `a JOIN b` without ON, where the dialect takes that for no whole join; with the key between the tables. */
function joinsWithoutCondition(run: ClauseCheck): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  const { joinsNeedCondition: needed } = dialect;
  if (needed === undefined) return [];
  const found: ForeignSyntax[] = [];
  visitQueries(run, (tree) => {
    for (const core of tree.cores) {
      const scope = buildScope(tree, core, scopeContext(run.services));
      for (const [at, source] of scope.sources.entries()) {
        const { join } = source.source;
        if (!join || join.on || join.using || join.natural) continue;
        const isOuter = join.kind === "left" || join.kind === "right" || join.kind === "full";
        if (!isOuter && (join.kind !== "inner" || needed === "outer" || saysCross(run, source.source.start)))
          continue;
        const [key] = scope.sources.slice(0, at).flatMap((other) => keyConditions(run, other, source));
        const table = run.text(source.source);
        found.push({
          span: source.source,
          message: `${dialect.name} wants ON behind JOIN ${table}${key ? `; the key is ${key.text}` : ": find_join_path shows how the tables go together"}. CROSS JOIN is every row with every other.`,
          ...(key
            ? {
                suggestion: {
                  text: `${table} ON ${key.text}`,
                  replaces: table,
                  reason: key.link.declared ? "declared foreign key" : "the names say so",
                  score: 0.97,
                },
              }
            : {}),
        });
      }
    }
  });
  return found;
}

/** Joins that take no condition and that the reader has no kind of their own for (`POSITIONAL JOIN`). */
function saysCross(run: ClauseCheck, start: number): boolean {
  return /\bPOSITIONAL\s+JOIN\s+$/iu.test(run.subject.sql.slice(0, start));
}
