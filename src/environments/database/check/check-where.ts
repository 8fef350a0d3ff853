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
import { rowCount, withOf } from "./clause-sql.ts";
import { unconnectedSources } from "./join-links.ts";

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
  check: ClauseCheck,
  withText: string,
  core: SelectCore,
  conditions: readonly ExpressionNode[],
): Promise<ConditionCounts | undefined> {
  const texts = conditions.map((node) => check.text(node));
  const count = (parts: readonly string[]) =>
    `COUNT(CASE WHEN ${parts.map((part) => `(${part})`).join(" AND ") || "1 = 1"} THEN 1 END)`;
  // Of many conditions only what they keep together is counted.
  const each = texts.length === 1 || texts.length > MOST ? [] : texts;
  const measures = each.flatMap((text, i) => [
    count([text]),
    count(texts.slice(0, i + 1)),
    count(texts.filter((_, j) => j !== i)),
  ]);
  const from = core.from ? ` FROM ${core.from.text}` : "";
  const counts = await check.askNumbers(
    `${withText}SELECT ${["COUNT(*)", count(texts), ...measures].join(", ")}${from}`,
  );
  const [before = 0, kept = 0, ...singles] = counts ?? [];
  if (!counts) return undefined;
  const told = texts.length === 1 ? texts : each;
  return {
    before,
    kept,
    conditions: told.map((text, i) => {
      const [alone = kept, joined = kept, without = before] = singles.slice(i * 3);
      return { node: conditions[i] as ExpressionNode, text, alone, joined, without };
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
function tellEmptyResult(check: ClauseCheck, span: Span, message: string): void {
  const doubted = check.ranOut || check.notes.some((note) => DOUBTS.includes(note.code));
  if (doubted) check.warn("empty-result", span, message);
  else check.note("empty-result", span, `${message} ${MAY_BE_TRUE}`);
}

/** Says that no group meets HAVING; `emptying` is the condition that none meets alone, or the first. */
export function tellEmptyHaving(check: ClauseCheck, emptying: Span, having: Span, groups: number): void {
  if (check.warnings.length === 0)
    tellEmptyResult(check, emptying, `No group of ${groups} meets ${check.text(having)}.`);
}

/** Says which condition of WHERE leaves no row, when nothing else that was found explains it. */
function tellEmptyWhere(check: ClauseCheck, counts: ConditionCounts): void {
  if (counts.kept > 0 || counts.before === 0 || check.warnings.length > 0) return;
  const { conditions } = counts;
  const alone = conditions.findIndex((each) => each.alone === 0);
  const emptying = alone >= 0 ? alone : conditions.findIndex((each) => each.joined === 0);
  const found = conditions[emptying];
  if (!found) return;
  if (alone < 0) {
    const left = conditions[emptying - 1]?.joined ?? counts.before;
    const message = `Each condition keeps rows alone, but together they leave none; ${found.text} takes the last ${left} away.`;
    tellEmptyResult(check, found.node, message);
  } else tellEmptyResult(check, found.node, `No row meets ${found.text}.`);
}

/** Every condition alone and joined: the rows it keeps, what is wrong with it, and which one leaves none. */
export async function checkWhere(check: ClauseCheck, core: SelectCore, scope: Scope): Promise<ClauseFacts> {
  if (!core.where) return { facts: {} };
  const whole = readExpression(core.where, check.services.driver.dialect.lexical);
  const conditions = conjunctsOf(whole);
  const tooMany = await isTooMany(check, core, scope);
  const counts = tooMany ? undefined : await countConditions(check, withOf(check, scope), core, conditions);
  const expressions = clauseExpressions(check, core, "where", scope);
  await checkExpressions(check, expressions);
  for (const expression of expressions) {
    if (isCondition(expression)) {
      checkConstantConditions(check, expression);
      await checkContradictions(check, expression);
    }
  }
  await checkJoinKeys(check, core, scope);
  for (const source of unconnectedSources(scope, conditions)) {
    if (source.source.join?.kind === "comma") tellLoose(check, scope, source, false);
  }
  if (counts) {
    describe(check, counts);
    tellEmptyWhere(check, counts);
  }
  if (!counts) return { facts: {} };
  const told = counts.conditions.map(({ node, ...condition }) => condition);
  return { rows: counts.kept, facts: { before: counts.before, conditions: told } };
}

function describe(check: ClauseCheck, counts: ConditionCounts): void {
  const { before, kept, conditions } = counts;
  check.lines.push(`${kept} of ${rowCount(before)} kept`);
  if (conditions.length > 1) {
    for (const each of conditions)
      check.lines.push(`${shortened(each.text)}: ${each.alone} alone, ${each.joined} joined`);
  }
}
