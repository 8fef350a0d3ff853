import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { resolveColumn } from "../../sql/build-scope.ts";
import { conjunctsOf, type ExpressionNode, type SelectCore, walkExpression } from "../../sql/query-tree.ts";
import { readExpression } from "../../sql/read-expression.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { aggregatesIn } from "../clause-expressions.ts";
import { type Complaint, failure, type Ranked } from "./explanation.ts";
import { scopedReferences } from "./scoped-references.ts";

/** An aggregate where none may stand, or a bare column beside one: HAVING, a subquery, or the missing GROUP BY. */
export function explainAggregateMisuse(complaint: Complaint): ToolFailure {
  const { run, facts } = complaint;
  const cores = [...(run.subject.core ? [run.subject.core] : []), ...allCores(run)];
  const [own] = cores;
  const bare = bareColumn(complaint, own);
  if (bare) return bare;
  const core = cores.find((each) => aggregateCondition(run, each)) ?? own;
  const found = core && aggregateCondition(run, core);
  if (!found) {
    return failure(complaint, "aggregate-misuse", sentence(facts.engineMessage), facts.identifier);
  }
  const { condition, clause } = found;
  const ranked: Ranked[] = [];
  const asSubquery = clause === "where" ? subqueryFor(run, core, condition) : undefined;
  if (asSubquery) ranked.push(asSubquery);
  ranked.push({
    text: `having(${JSON.stringify(run.text(condition))})`,
    reason: "conditions on aggregates stand in HAVING, after GROUP BY",
    score: 0.9,
  });
  return failure(
    complaint,
    "aggregate-misuse",
    `${run.text(condition)} uses an aggregate, which ${clause === "where" ? "WHERE" : "ON"} does not know yet: rows are chosen before they are grouped.`,
    condition,
    ranked,
  );
}

function allCores(run: ClauseCheck): readonly SelectCore[] {
  const trees = run.subject.tree ? [run.subject.tree] : [];
  for (const tree of trees) {
    trees.push(...tree.ctes.map((cte) => cte.query));
    trees.push(...tree.cores.flatMap((core) => (core.nested ? [core.nested] : [])));
  }
  return trees.flatMap((tree) => tree.cores);
}

function sentence(engineMessage: string): string {
  return `An aggregate stands where none may: ${engineMessage}.`;
}

function aggregateCondition(run: ClauseCheck, core: SelectCore) {
  const { dialect } = run.services.driver;
  const clauses = [["where", core.where]] as const;
  for (const [clause, text] of clauses) {
    if (!text) continue;
    const aliases = scopedReferences(run).filter(({ node, scope }) => {
      const resolved = resolveColumn(node, scope);
      const item = resolved.kind === "selectAlias" ? resolved.item.expression : undefined;
      return item !== undefined && aggregatesIn(item, dialect.functions).length > 0;
    });
    const condition = conjunctsOf(readExpression(text, dialect.lexical)).find(
      (each) =>
        aggregatesIn(each, dialect.functions).length > 0 ||
        aliases.some(({ node }) => each.start <= node.start && node.end <= each.end),
    );
    if (condition) return { condition, clause };
  }
  return undefined;
}

/** `height = MAX(height)` compares with the aggregate over all rows. */
function subqueryFor(run: ClauseCheck, core: SelectCore, condition: ExpressionNode): Ranked | undefined {
  if (condition.type !== "binary" || core.groupBy) return undefined;
  const { dialect } = run.services.driver;
  for (const [side, other] of [
    [condition.right, condition.left],
    [condition.left, condition.right],
  ] as const) {
    if (other.type !== "column") continue;
    const [call] = aggregatesIn(side, dialect.functions);
    const [argument] = call?.arguments ?? [];
    if (!call || argument?.type !== "column") continue;
    const place = scopedReferences(run).find(({ node }) => node.start === argument.start);
    const found = place && resolveColumn(argument, place.scope);
    if (found?.kind !== "column" || !found.source.table) continue;
    const inner = run.text(side).replace(run.text(argument), dialect.identifier(found.column.name));
    return {
      text: `(SELECT ${inner} FROM ${dialect.identifier(found.source.table.name)})`,
      replaces: run.text(side),
      reason: "the aggregate over all rows",
      score: 0.95,
    };
  }
  return undefined;
}

/** A strict engine names the column that is neither grouped nor aggregated. */
function bareColumn(complaint: Complaint, core: SelectCore | undefined): ToolFailure | undefined {
  const { run, facts } = complaint;
  if (!/group by/iu.test(facts.engineMessage) || facts.identifier === undefined) return undefined;
  let place: ExpressionNode | undefined;
  const last = facts.identifier.slice(facts.identifier.lastIndexOf(".") + 1);
  for (const { node } of scopedReferences(run)) {
    walkExpression(node, (each) => {
      const named = each.type === "column" && run.services.driver.dialect.sameIdentifier(each.name, last);
      if (named && (facts.offset === undefined || each.start === facts.offset)) place ??= each;
    });
  }
  const text = place ? run.text(place) : facts.identifier;
  const grouping = core?.groupBy?.text;
  return failure(
    complaint,
    "aggregate-misuse",
    `${text} stands beside an aggregate and is not grouped by.`,
    place ?? facts.identifier,
    [
      {
        text: `group_by(${JSON.stringify(`${grouping === undefined ? "" : `${grouping}, `}${text}`)})`,
        reason: "groups by it",
        score: 0.9,
      },
    ],
  );
}
