import type { SelectCore } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import type { Scope } from "../sql/scope.ts";
import { qualifiedTable } from "./find-table.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { keyConditions, keySuggestions } from "./join-advice.ts";
import { type KeyPair, keyPairs } from "./join-links.ts";
import type { BaseColumn } from "./query-scope.ts";
import { areLinked, linksBetween, tableLinks } from "./table-links.ts";

/** What the data say about a pair of joined columns. */
interface Overlap {
  readonly left: number;
  readonly right: number;
  readonly common: number;
}

/** Distinct values beyond which they are not all compared. */
const MOST_COMPARED = 20_000;

/** Judges each `a.x = b.y` of the joins (and of WHERE, for joins by comma): by keys first, then by names, then by the values themselves. */
export async function checkJoinKeys(run: InspectionRun, core: SelectCore, scope: Scope): Promise<void> {
  const inWhere = run.subject.clause === "where" && core.where;
  const pairs = inWhere
    ? keyPairs(readExpression(inWhere, run.services.driver.dialect.lexical), scope)
    : scope.sources.flatMap((source) =>
        source.source.join?.on ? keyPairs(source.source.join.on, scope) : [],
      );
  for (const pair of pairs) await checkPair(run, pair);
}

async function checkPair(run: InspectionRun, pair: KeyPair): Promise<void> {
  const left = pair.left.column.origin;
  const right = pair.right.column.origin;
  if (!left || !right || left.column === right.column) return;
  const linked = areLinked(run.services, at(left), at(right));
  const sure = linked === "declared" || (linked === "inferred" && !hasDeclared(run, left, right));
  const overlap = await overlapOf(run, left, right);
  if (overlap && overlap.common === 0 && overlap.left > 0 && overlap.right > 0) {
    const suggestions = keySuggestions(run, pair.left.source, pair.right.source, run.text(pair.span));
    run.warn(
      "join-no-overlap",
      pair.span,
      `${name(left)} and ${name(right)} have no value in common${examples(suggestions[0]?.text)}.`,
      suggestions,
    );
    return;
  }
  if (sure || linked || !overlap || overlap.left === 0 || overlap.right === 0) return;
  if (isSupported(run, pair, left, right, overlap)) return;
  const suggestions = keySuggestions(run, pair.left.source, pair.right.source, run.text(pair.span));
  run.warn(
    "join-without-key",
    pair.span,
    `${name(left)} and ${name(right)} are no keys of each other, and that ${overlap.common} values occur in both is no sign that they mean the same${examples(suggestions[0]?.text)}.`,
    suggestions,
  );
}

function examples(better: string | undefined): string {
  return better === undefined ? "" : `; the key is ${better}`;
}

function at(base: BaseColumn) {
  return { table: base.table, column: base.column.name };
}

function name(base: BaseColumn): string {
  return `${base.table.name}.${base.column.name}`;
}

function hasDeclared(run: InspectionRun, a: BaseColumn, b: BaseColumn): boolean {
  return a.table !== b.table && linksBetween(run.services, a.table, b.table).some((link) => link.declared);
}

/**
 * A join without a key is legal where the values show that the columns mean the same: nearly all values of one are in the other. Small
 * whole numbers overlap by chance, so that for them the names have to agree too, and neither may be a key to something else.
 */
function isSupported(
  run: InspectionRun,
  pair: KeyPair,
  left: BaseColumn,
  right: BaseColumn,
  overlap: Overlap,
): boolean {
  const { dialect } = run.services.driver;
  const contained = overlap.common / Math.min(overlap.left, overlap.right);
  const sameName = dialect.sameIdentifier(left.column.name, right.column.name);
  const better = keyConditions(run, pair.left.source, pair.right.source).length > 0;
  const numbers = isNumeric(left) || isNumeric(right);
  if (!numbers) return contained >= 0.5 || (contained >= 0.1 && !better) || overlap.common >= 20;
  if (refersElsewhere(run, left) !== refersElsewhere(run, right) || isKey(left) || isKey(right)) {
    return sameName && !better && contained >= 0.5 && left.column.name.length > 2;
  }
  return refersElsewhere(run, left) ? false : contained >= 0.5 || sameName || !better;
}

function isKey(base: BaseColumn): boolean {
  const keys = base.table.columns.filter((column) => column.primaryKeyPosition !== undefined);
  return keys.length === 1 && keys[0] === base.column;
}

function refersElsewhere(run: InspectionRun, base: BaseColumn): boolean {
  const { dialect } = run.services.driver;
  return tableLinks(run.services).some(
    (link) =>
      link.from === base.table &&
      link.fromColumns.some((each) => dialect.sameIdentifier(each, base.column.name)),
  );
}

function isNumeric(base: BaseColumn): boolean {
  return ["integer", "real", "decimal", "boolean"].includes(base.column.affinity);
}

/** Distinct values of both sides and those they share. Types that do not compare are the engine's business. */
async function overlapOf(
  run: InspectionRun,
  left: BaseColumn,
  right: BaseColumn,
): Promise<Overlap | undefined> {
  const { dialect } = run.services.driver;
  const distinct = (base: BaseColumn, alias: string) => {
    const column = dialect.identifier(base.column.name);
    return `(SELECT DISTINCT ${column} AS v FROM ${qualifiedTable(run.services, base.table)} WHERE ${column} IS NOT NULL LIMIT ${MOST_COMPARED}) AS ${alias}`;
  };
  const whole = `(SELECT ${dialect.identifier(right.column.name)} AS w FROM ${qualifiedTable(run.services, right.table)}) AS b`;
  const counts = await run.askNumbers(
    `SELECT (SELECT COUNT(*) FROM ${distinct(left, "a")}), (SELECT COUNT(*) FROM ${distinct(right, "a")}), (SELECT COUNT(*) FROM ${distinct(left, "a")} WHERE v IN (SELECT w FROM ${whole}))`,
  );
  const [l, r, common] = counts ?? [];
  return l === undefined || r === undefined || common === undefined
    ? undefined
    : { left: l, right: r, common };
}
