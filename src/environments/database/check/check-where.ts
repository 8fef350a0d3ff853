import { told } from "../../../environment/egress/egress-scope.ts";
import type { FindingCode } from "../../../environment/tool-failure.ts";
import { conjunctsOf, type ExpressionNode, type SelectCore, type Span } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import type { Scope } from "../sql/scope.ts";
import { checkConstantConditions, checkContradictions } from "./check-constant-conditions.ts";
import { checkExpressions } from "./check-expressions.ts";
import { type ClauseFacts, isTooMany, tellLoose } from "./check-from.ts";
import { checkJoinKeys } from "./check-join-keys.ts";
import { type ClauseCheck, shortened } from "./clause-check.ts";
import { clauseExpressions, isCondition } from "./clause-expressions.ts";
import { comparisonsIn } from "./comparisons.ts";
import { unconnectedSources } from "./join-links.ts";
import { rowCount, withOf } from "./literal-existence.ts";
import { columnTitle } from "./query-scope.ts";

/** What one condition of several keeps. */
interface ConditionCount {
  readonly text: string;
  readonly node: ExpressionNode;
  /** Rows kept by this condition alone. */
  readonly alone: number;
  /** Rows kept by this one and all before it. */
  readonly joined: number;
  /** Rows kept by all others without it. */
  readonly without: number;
}

interface ConditionCounts {
  /** Rows before any condition. */
  readonly before: number;
  /** Rows kept by all. */
  readonly kept: number;
  readonly conditions: readonly ConditionCount[];
}

/** Beyond this many conditions only the whole is counted. */
const MOST = 40;

/** Counts what every condition keeps alone and joined, in one scan of the join. Undefined where the engine cannot or the time ran out. */
async function countConditions(
  run: ClauseCheck,
  withText: string,
  core: SelectCore,
  conditions: readonly ExpressionNode[],
): Promise<ConditionCounts | undefined> {
  const from = core.from ? ` FROM ${core.from.text}` : "";
  const texts = conditions.map((node) => run.text(node));
  const all = texts.map((text) => `(${text})`).join(" AND ");
  if (conditions.length > MOST) return undefined;
  const count = (parts: readonly string[]) =>
    parts.length === 0
      ? "COUNT(*)"
      : `COUNT(CASE WHEN ${parts.map((part) => `(${part})`).join(" AND ")} THEN 1 END)`;
  const measures = ["COUNT(*)", `COUNT(CASE WHEN ${all} THEN 1 END)`];
  if (conditions.length > 1) {
    texts.forEach((text, i) => {
      measures.push(count([text]), count(texts.slice(0, i + 1)), count(texts.filter((_, j) => j !== i)));
    });
  }
  const counts = await run.askNumbers(`${withText}SELECT ${measures.join(", ")}${from}`);
  if (!counts) return undefined;
  const [before = 0, kept = 0] = counts;
  return {
    before,
    kept,
    conditions: conditions.map((node, i) => {
      const at = 2 + i * 3;
      const single = conditions.length === 1;
      return {
        node,
        text: texts[i] ?? "",
        alone: single ? kept : (counts[at] ?? 0),
        joined: single ? kept : (counts[at + 1] ?? 0),
        without: single ? before : (counts[at + 2] ?? 0),
      };
    }),
  };
}

/** Notes that let doubt an empty result as a warning would. */
const DOUBTS: readonly FindingCode[] = [
  "value-not-found",
  "date-format-mismatch",
  "text-compared-as-number",
  "constant-condition",
];

/** Said where nothing points to a fault. */
const MAY_BE_TRUE = "Nothing else points to a fault: this may truly be the answer.";

/** Tells of conditions that leave nothing: a warning where something found before lets doubt them, else a note. */
function tellEmptyResult(run: ClauseCheck, span: Span, message: string): void {
  const doubted = run.ranOut || run.notes.some((note) => DOUBTS.includes(note.code));
  if (doubted) run.warn("empty-result", span, message);
  else run.note("empty-result", span, `${message} ${MAY_BE_TRUE}`);
}

/** Says that no group meets HAVING; `emptying` is the condition that none meets alone, or the first. */
export function tellEmptyHaving(run: ClauseCheck, emptying: Span, having: Span, groups: number): void {
  if (run.warnings.length === 0)
    tellEmptyResult(run, emptying, `No group of ${groups} meets ${run.text(having)}.`);
}

/** Says which condition of WHERE leaves no row, when nothing else that was found explains it. */
async function tellEmptyWhere(
  run: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  counts: ConditionCounts,
): Promise<void> {
  if (counts.kept > 0 || counts.before === 0 || run.warnings.length > 0) return;
  const { conditions } = counts;
  const alone = conditions.findIndex((each) => each.alone === 0);
  const emptying = alone >= 0 ? alone : conditions.findIndex((each) => each.joined === 0);
  const found = conditions[emptying];
  if (!found) return;
  if (alone < 0) {
    const left = conditions[emptying - 1]?.joined ?? counts.before;
    const message = `Each condition keeps rows alone, but together they leave none; ${found.text} takes the last ${left} away.`;
    return tellEmptyResult(run, found.node, message);
  }
  const nulls = await nullsOfExclusion(run, core, scope, found.node);
  if (nulls > 0) {
    const message = `No row meets ${found.text}: the subquery gives NULL, and then NOT IN is true for no row; leave NULL out in it.`;
    run.warn("empty-result", found.node, message);
    return;
  }
  tellEmptyResult(run, found.node, `No row meets ${found.text}${await rangeOf(run, scope, found.node)}.`);
}

/** Rows for which `x NOT IN (SELECT …)` is NULL although `x` is not: the subquery gives NULL. */
async function nullsOfExclusion(run: ClauseCheck, core: SelectCore, scope: Scope, node: ExpressionNode) {
  const within = node.type === "unary" && node.operator === "NOT" ? node.operand : node;
  const excludes = within.type === "in" && within.negated !== (within !== node);
  if (!excludes || within.set.type !== "subquery" || !core.from) return 0;
  const counts = await run.askNumbers(
    `${withOf(run, scope)}SELECT COUNT(*) FROM ${core.from.text} WHERE (${run.text(node)}) IS NULL AND (${run.text(within.operand)}) IS NOT NULL`,
  );
  return counts?.[0] ?? 0;
}

/** Where the column that is compared begins and ends, for a range beyond it. */
async function rangeOf(run: ClauseCheck, scope: Scope, node: ExpressionNode): Promise<string> {
  const [comparison, ...others] = comparisonsIn(run, { node, scope, place: "where" });
  if (comparison?.kind !== "order" || !comparison.base || others.length > 0) return "";
  const operand = run.text(comparison.operand);
  const result = await run.ask(
    `${withOf(run, scope)}SELECT MIN(${operand}), MAX(${operand}) FROM ${run.text(comparison.source.source)}`,
  );
  const [least, most] = result?.rows[0] ?? [];
  return least === null || least === undefined
    ? ""
    : `; ${operand} goes from ${told(String(least))} to ${told(String(most))}`;
}

/** Every condition alone and joined: the rows it keeps, what is wrong with it, and which one leaves none. */
export async function checkWhere(run: ClauseCheck, core: SelectCore, scope: Scope): Promise<ClauseFacts> {
  if (!core.where) return { facts: {} };
  const whole = readExpression(core.where, run.services.driver.dialect.lexical);
  const conditions = conjunctsOf(whole);
  const tooMany = await isTooMany(run, core, scope);
  const counts = tooMany ? undefined : await countConditions(run, withOf(run, scope), core, conditions);
  const kept = counts?.kept ?? (tooMany ? undefined : await countWhole(run, core, scope));
  const expressions = clauseExpressions(run, core, "where", scope);
  await checkExpressions(run, expressions);
  for (const expression of expressions) {
    if (isCondition(expression)) {
      checkConstantConditions(run, expression);
      await checkContradictions(run, expression);
    }
  }
  if (!tooMany) await tellLeftOutNulls(run, core, scope);
  await checkJoinKeys(run, core, scope);
  for (const source of unconnectedSources(scope, conditions)) {
    if (source.source.join?.kind === "comma") tellLoose(run, scope, source, false);
  }
  if (counts) {
    describe(run, counts);
    await tellEmptyWhere(run, core, scope, counts);
  }
  return {
    ...(kept === undefined ? {} : { rows: kept }),
    facts: {
      ...(counts
        ? {
            before: counts.before,
            conditions: counts.conditions.map(({ text, alone, joined, without }) => ({
              text,
              alone,
              joined,
              without,
            })),
          }
        : {}),
    },
  };
}

async function countWhole(run: ClauseCheck, core: SelectCore, scope: Scope): Promise<number | undefined> {
  const from = core.from ? ` FROM ${core.from.text}` : "";
  const counts = await run.askNumbers(
    `${withOf(run, scope)}SELECT COUNT(*)${from} WHERE ${core.where?.text ?? ""}`,
  );
  return counts?.[0];
}

function describe(run: ClauseCheck, counts: ConditionCounts): void {
  const { before, kept, conditions } = counts;
  run.lines.push(`${kept} of ${rowCount(before)} kept`);
  if (conditions.length > 1) {
    for (const each of conditions)
      run.lines.push(`${shortened(each.text)}: ${each.alone} alone, ${each.joined} joined`);
  }
}

/** Tells of rows that `<>`, NOT IN and NOT LIKE leave out because the column is NULL, among those that all other conditions keep. */
async function tellLeftOutNulls(run: ClauseCheck, core: SelectCore, scope: Scope): Promise<void> {
  if (!core.where || !core.from || /\bIS\s+(NOT\s+)?NULL\b|\b(NOTNULL|ISNULL)\b/iu.test(core.where.text))
    return;
  const conditions = conjunctsOf(readExpression(core.where, run.services.driver.dialect.lexical));
  const own = clauseExpressions(run, core, "where", scope).filter((each) => !each.within);
  for (const { base, column, kind, operator, operand, span } of own.flatMap((each) =>
    comparisonsIn(run, each),
  )) {
    if (!base?.column.nullable || !column || base.column.primaryKeyPosition !== undefined) continue;
    if ((kind !== "unequal" && kind !== "no-pattern") || operator.startsWith("IS")) continue;
    const at = conditions.findIndex((each) => each.start === span.start && each.end === span.end);
    if (at < 0) continue;
    const kept = conditions.map((each, i) =>
      i === at ? `${run.text(operand)} IS NULL` : `(${run.text(each)})`,
    );
    const counts = await run.askNumbers(
      `${withOf(run, scope)}SELECT COUNT(*) FROM ${core.from.text} WHERE ${kept.join(" AND ")}`,
    );
    const nulls = counts?.[0] ?? 0;
    if (nulls === 0) continue;
    run.note(
      "nulls-present",
      span,
      `${columnTitle(base)} is NULL in ${rowCount(nulls)}, which ${run.text(span)} leaves out.`,
      [
        {
          text: `(${run.text(span)} OR ${run.text(operand)} IS NULL)`,
          replaces: run.text(span),
          reason: "keeps them",
        },
      ],
    );
  }
}
