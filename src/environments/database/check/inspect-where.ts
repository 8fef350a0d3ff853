import { conjunctsOf } from "../sql/conjuncts.ts";
import type { SelectCore } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import type { Scope } from "../sql/scope.ts";
import { checkConstantConditions } from "./check-constant-conditions.ts";
import { checkContradictions } from "./check-contradictions.ts";
import { checkExpressions } from "./check-expressions.ts";
import { checkJoinKeys } from "./check-join-keys.ts";
import { checkTextAgainstOthers } from "./check-text-numbers.ts";
import { clauseExpressions, isCondition } from "./clause-expressions.ts";
import { type ConditionCounts, countConditions } from "./count-conditions.ts";
import { tellEmptyWhere } from "./empty-result.ts";
import { type ClauseFacts, tellLoose } from "./inspect-from.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { unconnectedSources } from "./join-links.ts";
import { withOf } from "./literal-existence.ts";
import { rowCount } from "./row-count.ts";
import { isTooMany } from "./row-product.ts";
import { shortened } from "./shortened.ts";
import { tellLeftOutNulls } from "./tell-left-out-nulls.ts";

/** Every condition alone and joined: the rows it keeps, what is wrong with it, and which one leaves none. */
export async function inspectWhere(run: InspectionRun, core: SelectCore, scope: Scope): Promise<ClauseFacts> {
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
    await checkTextAgainstOthers(run, core, expression);
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

async function countWhole(run: InspectionRun, core: SelectCore, scope: Scope): Promise<number | undefined> {
  const from = core.from ? ` FROM ${core.from.text}` : "";
  const counts = await run.askNumbers(
    `${withOf(run, scope)}SELECT COUNT(*)${from} WHERE ${core.where?.text ?? ""}`,
  );
  return counts?.[0];
}

function describe(run: InspectionRun, counts: ConditionCounts): void {
  const { before, kept, conditions } = counts;
  run.lines.push(`${kept} of ${rowCount(before)} kept`);
  if (conditions.length > 1) {
    for (const each of conditions)
      run.lines.push(`${shortened(each.text)}: ${each.alone} alone, ${each.joined} joined`);
  }
}
