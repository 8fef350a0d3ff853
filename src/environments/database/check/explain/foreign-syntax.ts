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

/** Constructs of other dialects in a statement that this one cannot read. */
export async function foreignSyntax(
  check: ClauseCheck,
  tokens: readonly Token[],
): Promise<readonly ForeignSyntax[]> {
  return [
    ...operators(check),
    ...casts(check),
    ...(await foreignExtracts(check, tokens)),
    ...foreignDates(check, tokens),
    ...joinsWithoutCondition(check),
    ...backticks(check, tokens),
  ];
}

/** Names between backticks, as MySQL writes them. */
function backticks(check: ClauseCheck, tokens: readonly Token[]): readonly ForeignSyntax[] {
  if (check.dialect.lexical.identifierQuotes.includes("`")) return [];
  const ticks = tokens.filter((token) => token.kind === "symbol" && token.value === "`");
  const [open, close] = ticks;
  if (!open || !close) return [];
  const span = { start: open.start, end: close.end };
  const name = check.dialect.identifier(check.clause.sql.slice(open.end, close.start));
  const message = `${check.dialect.name} writes names in double quotes or bare, not in backticks.`;
  return [inOwnWords(check, span, name, message, "the same name")];
}

/** Operators that the dialect lists as foreign (`ILIKE`, `~`, `::`), filled with their own sides. */
function operators(check: ClauseCheck): readonly ForeignSyntax[] {
  const found: ForeignSyntax[] = [];
  const inside = new Set<ExpressionNode>();
  for (const node of check.nodes) {
    const name = foreignOperator(check, node);
    if (name === undefined || inside.has(node)) continue;
    const text = operatorText(check, node, inside);
    found.push(
      inOwnWords(
        check,
        node,
        text,
        `${check.dialect.name} has no ${name}.`,
        `the same in ${check.dialect.name}`,
      ),
    );
  }
  return found;
}

function foreignOperator(check: ClauseCheck, node: ExpressionNode): string | undefined {
  const isColons =
    node.type === "cast" &&
    check
      .text(node)
      .slice(node.operand.end - node.start)
      .trimStart()
      .startsWith("::");
  const name = node.type === "binary" ? node.operator : isColons ? "::" : undefined;
  const { foreignFunctions } = check.dialect;
  return foreignFunctions.some((each) => each.kind === "operator" && each.name === name) ? name : undefined;
}

/** What the operation is here, with operations of that kind in its sides (`a::numeric::text`), which are kept in `inside`. */
function operatorText(check: ClauseCheck, node: ExpressionNode, inside: Set<ExpressionNode>): string {
  const name = foreignOperator(check, node);
  const entry = check.dialect.foreignFunctions.find((each) => each.kind === "operator" && each.name === name);
  if (!entry || (node.type !== "binary" && node.type !== "cast")) return check.text(node);
  const sides = node.type === "binary" ? [node.left, node.right] : [node.operand];
  const values = sides.map((side) => {
    if (foreignOperator(check, side) !== undefined) inside.add(side);
    return operatorText(check, side, inside);
  });
  if (node.type === "cast") {
    const own = check.dialect.castOf?.(values[0] ?? "", node.target);
    if (own !== undefined) return advised(own);
    values.push(check.dialect.castType?.(node.target) ?? node.target);
  }
  return fillTemplate(entry.template, values);
}

/** `CAST(x AS text)` where texts are called otherwise in CAST. */
function casts(check: ClauseCheck): readonly ForeignSyntax[] {
  const { dialect } = check;
  return check.nodes.flatMap((node) => {
    const isCast = node.type === "cast" && /^CAST\b/iu.test(check.text(node));
    const type = isCast ? dialect.castType?.(node.target) : undefined;
    if (!isCast || type === undefined) return [];
    const text = `CAST(${check.text(node.operand)} AS ${type})`;
    const message = `${dialect.name} casts to ${type}, not to ${node.target}.`;
    return [inOwnWords(check, node, text, message, `the same in ${dialect.name}`)];
  });
}

/** `EXTRACT(YEAR FROM d)`, which some dialects do not have, and others not with every part (`DOW`). */
async function foreignExtracts(
  check: ClauseCheck,
  tokens: readonly Token[],
): Promise<readonly ForeignSyntax[]> {
  const entries = check.dialect.foreignFunctions.filter((each) => each.name === "EXTRACT");
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
    const node = readExpression({ ...source, text: check.text(source) }, check.dialect.lexical);
    const text =
      (await byDateForm(check, unit === "year" || unit === "month" ? unit : undefined, [node])) ??
      fillTemplate(entry.template, [part.value, check.text(source)]);
    const what = check.dialect.functions.has("extract") ? `EXTRACT(${part.value} FROM …)` : "EXTRACT … FROM";
    const span = { start: token.start, end };
    found.push(
      inOwnWords(
        check,
        span,
        text,
        `${check.dialect.name} has no ${what}.`,
        `the same in ${check.dialect.name}`,
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

/** `DATE '2024-01-31'` and its like, where the dialect has no such word before a text. */
function foreignDates(check: ClauseCheck, tokens: readonly Token[]): readonly ForeignSyntax[] {
  return tokens.flatMap((token, i) => {
    const next = tokens[i + 1];
    const entry = check.dialect.foreignFunctions.find(
      ({ kind, name }) => kind === "literal" && name === token.value && token.kind === "word",
    );
    if (!entry || next?.kind !== "string") return [];
    const text = fillTemplate(entry.template, [check.text(next)]);
    const isPlain = text === check.text(next);
    const message = isPlain
      ? `${check.dialect.name} writes dates as plain texts here.`
      : `${check.dialect.name} has no ${token.value} '…'.`;
    const reason = isPlain ? "a plain text" : `the same in ${check.dialect.name}`;
    return [inOwnWords(check, { start: token.start, end: next.end }, text, message, reason)];
  });
}

/** `a JOIN b` without ON, where the dialect takes that for no whole join; with the key between the tables. */
function joinsWithoutCondition(check: ClauseCheck): readonly ForeignSyntax[] {
  const { joinsNeedCondition: needed } = check.dialect;
  const kinds = needed === "all" ? /^(inner|left|right|full)$/u : /^(left|right|full)$/u;
  const found: ForeignSyntax[] = [];
  for (const tree of check.contents.queries) {
    for (const core of needed === undefined ? [] : tree.cores) {
      const { sources } = buildScope(tree, core, scopeContext(check.services));
      for (const [at, source] of sources.entries()) {
        const { join } = source.source;
        if (!join || join.on || join.using || join.natural || !kinds.test(join.kind)) continue;
        const [key] = sources.slice(0, at).flatMap((other) => keyConditions(check, other, source));
        const table = check.text(source.source);
        const hint = key ? `the key is ${key.text}` : "find_join_path shows how the tables go together";
        const message = `${check.dialect.name} wants ON behind JOIN ${table}; ${hint}. CROSS JOIN is every row with every other.`;
        found.push(
          key
            ? inOwnWords(check, source.source, `${table} ON ${key.text}`, message, "key between the tables")
            : { span: source.source, message },
        );
      }
    }
  }
  return found;
}
