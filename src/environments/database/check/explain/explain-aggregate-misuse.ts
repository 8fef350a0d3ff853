import { changed, ownText, say, written } from "../../../../environment/egress/marks.ts";
import type { MarkedFailure } from "../../../../environment/tool-failure.ts";
import { conjunctsOf, type ExpressionNode, type SelectCore } from "../../sql/query-tree.ts";
import { readExpression } from "../../sql/read-expression.ts";
import { resolveColumn } from "../../sql/scope.ts";
import { contains } from "../clause.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { aggregatesIn } from "../clause-expressions.ts";
import type { Ranked, RefusedClause } from "./explanation.ts";

/** An aggregate where none is allowed, or a bare column beside one. Suggests HAVING, a subquery, or the missing GROUP BY. */
export function explainAggregateMisuse(check: RefusedClause): MarkedFailure {
  const own = check.clause.core ? [check.clause.core] : [];
  const cores = [...own, ...check.contents.queries.flatMap((tree) => tree.cores)];
  const bare = bareColumn(check, cores[0]);
  if (bare) return bare;
  for (const core of cores) {
    const condition = aggregateCondition(check, core);
    if (!condition) continue;
    const text = check.shown(condition);
    const message = say`${text} uses an aggregate, which WHERE does not know yet: rows are chosen before they are grouped.`;
    const reason = say`conditions on aggregates stand in HAVING, after GROUP BY`;
    const having = { text: say`having(${changed(text, JSON.stringify)})`, reason, score: 0.9 };
    const subquery = subqueryFor(check, core, condition);
    return check.failure("aggregate-misuse", message, condition, subquery ? [subquery, having] : [having]);
  }
  const message = say`An aggregate stands where none may: ${check.engineSays}.`;
  return check.failure("aggregate-misuse", message, check.facts.identifier);
}

function aggregateCondition(check: ClauseCheck, core: SelectCore): ExpressionNode | undefined {
  const aliases = check.references.filter(({ node, scope }) => {
    const resolved = resolveColumn(node, scope);
    const item = resolved.kind === "selectAlias" ? resolved.item.expression : undefined;
    return item !== undefined && aggregatesIn(item, check.dialect).length > 0;
  });
  const conditions = core.where ? conjunctsOf(readExpression(core.where, check.dialect.lexical)) : [];
  return conditions.find(
    (each) =>
      aggregatesIn(each, check.dialect).length > 0 || aliases.some(({ node }) => contains(each, node)),
  );
}

/** Rewrites `height = MAX(height)` to compare with a subquery over all rows. */
function subqueryFor(check: ClauseCheck, core: SelectCore, condition: ExpressionNode): Ranked | undefined {
  if (condition.type !== "binary" || core.groupBy) return undefined;
  for (const [side, other] of [
    [condition.right, condition.left],
    [condition.left, condition.right],
  ] as const) {
    if (other.type !== "column") continue;
    const [call] = aggregatesIn(side, check.dialect);
    const [argument] = call?.arguments ?? [];
    if (!call || argument?.type !== "column") continue;
    const place = check.references.find(({ node }) => node.start === argument.start);
    const found = place && resolveColumn(argument, place.scope);
    if (found?.kind !== "column" || !found.source.table) continue;
    const inner = check.text(side).replace(check.text(argument), check.dialect.identifier(found.column.name));
    return {
      text: ownText(`(SELECT ${inner} FROM ${check.dialect.identifier(found.source.table.name)})`),
      replaces: check.text(side),
      reason: say`the aggregate over all rows`,
      score: 0.95,
    };
  }
  return undefined;
}

/** A strict engine names the column that is neither grouped nor aggregated. */
function bareColumn(check: RefusedClause, core: SelectCore | undefined): MarkedFailure | undefined {
  const { facts } = check;
  if (!/group by/iu.test(facts.engineMessage) || facts.identifier === undefined) return undefined;
  const last = facts.identifier.slice(facts.identifier.lastIndexOf(".") + 1);
  const place = check.references.find(
    ({ node }) =>
      check.dialect.sameIdentifier(node.name, last) &&
      (facts.offset === undefined || node.start === facts.offset),
  )?.node;
  const text = place ? check.shown(place) : written(facts.identifier);
  const grouping = core?.groupBy ? say`${written(core.groupBy.text)}, ${text}` : text;
  const message = say`${text} stands beside an aggregate and is not grouped by.`;
  const suggestion = {
    text: say`group_by(${changed(grouping, JSON.stringify)})`,
    reason: say`groups by it`,
    score: 0.9,
  };
  return check.failure("aggregate-misuse", message, place ?? facts.identifier, [suggestion]);
}
