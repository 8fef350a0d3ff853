import { nameWords } from "../../../util/name-words.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { areLinked, linksBetween, namesRelate, singleKey, tableLinks } from "../schema/table-links.ts";
import type { SelectCore } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import type { Scope } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { alternativePairs, type KeyPair, keyConditions, keyPairs, keySuggestions } from "./join-links.ts";
import { type BaseColumn, columnTitle } from "./query-scope.ts";

/** What the data say about a pair of joined columns. */
interface Overlap {
  readonly left: number;
  readonly right: number;
  readonly common: number;
}

/** Distinct values beyond which they are not all compared. */
const MOST_COMPARED = 20_000;

/** Judges each `a.x = b.y` of the joins (and of WHERE, for joins by comma): by keys first, then by names, then by the values themselves. */
export async function checkJoinKeys(run: ClauseCheck, core: SelectCore, scope: Scope): Promise<void> {
  const inWhere = run.subject.clause === "where" && core.where;
  const conditions = inWhere
    ? [readExpression(inWhere, run.services.driver.dialect.lexical)]
    : scope.sources.flatMap((source) => source.source.join?.on ?? []);
  for (const condition of conditions) {
    for (const pair of keyPairs(condition, scope)) await checkPair(run, pair);
    for (const pairs of alternativePairs(condition, scope)) await checkAlternatives(run, pairs);
  }
}

/** `a.x = b.y OR a.x = b.z`: wrong where no alternative has a value in common. */
async function checkAlternatives(run: ClauseCheck, pairs: readonly KeyPair[]): Promise<void> {
  for (const { left, right } of pairs) {
    const [a, b] = [left.column.origin, right.column.origin];
    const overlap = a && b && (await overlapOf(run, a, b));
    if (!overlap || overlap.common > 0 || overlap.left === 0 || overlap.right === 0) return;
  }
  for (const pair of pairs) await checkPair(run, pair);
}

async function checkPair(run: ClauseCheck, pair: KeyPair): Promise<void> {
  const left = pair.left.column.origin;
  const right = pair.right.column.origin;
  if (!left || !right || left.column === right.column) return;
  // The values that both have are the mask.
  if (left.column.masked === true || right.column.masked === true) return;
  const linked = areLinked(run.services, at(left), at(right));
  const sure = linked === "declared" || (linked === "inferred" && !hasDeclared(run, left, right));
  const overlap = await overlapOf(run, left, right);
  if (overlap && overlap.common === 0 && overlap.left > 0 && overlap.right > 0) {
    await tellNoOverlap(run, pair, { left: name(left), right: name(right), linked });
    return;
  }
  // Values that were handed over are the key of nothing, and joined with what they name.
  if (left.table.kind === "values" || right.table.kind === "values") return;
  if (sure || linked || !overlap || overlap.left === 0 || overlap.right === 0) return;
  if (isSupported(run, pair, left, right, overlap)) return;
  const suggestions = keySuggestions(run, pair.left.source, pair.right.source, run.text(pair.span));
  run.warn(
    "join-without-key",
    pair.span,
    `${name(left)} and ${name(right)} are no keys of each other, and that ${overlap.common} values occur in both is no sign that they mean the same${betterKey(suggestions[0]?.text)}.`,
    suggestions,
  );
}

/** A declared key is the right one whatever the data: then only the way its values are written can be mended. */
async function tellNoOverlap(
  run: ClauseCheck,
  pair: KeyPair,
  joined: { readonly left: string; readonly right: string; readonly linked: ReturnType<typeof areLinked> },
): Promise<void> {
  const { left, right, linked } = joined;
  const spelling = await otherSpelling(run, pair);
  if (spelling) {
    const { suggestion, how } = spelling;
    const message = `${left} and ${right} match only ${how}: ${suggestion.text}.`;
    run.warn("join-no-overlap", pair.span, message, [suggestion]);
    return;
  }
  const suggestions =
    linked === "declared"
      ? []
      : keySuggestions(run, pair.left.source, pair.right.source, run.text(pair.span));
  const why = linked === "declared" ? ", although the key is declared" : betterKey(suggestions[0]?.text);
  run.warn("join-no-overlap", pair.span, `${left} and ${right} have no value in common${why}.`, suggestions);
}

function betterKey(better: string | undefined): string {
  return better === undefined ? "" : `; the key is ${better}`;
}

function at(base: BaseColumn) {
  return { table: base.table, column: base.column.name };
}

function name(base: BaseColumn): string {
  return columnTitle(base);
}

function hasDeclared(run: ClauseCheck, a: BaseColumn, b: BaseColumn): boolean {
  return a.table !== b.table && linksBetween(run.services, a.table, b.table).some((link) => link.declared);
}

/**
 * A join without a key is legal where the values show that the columns mean the same: nearly all values of one are in the other. Small
 * whole numbers overlap by chance, so that for them either the names agree, or all of one side are among the keys of the other, no better
 * key joins the tables, and neither column refers to something else.
 */
function isSupported(
  run: ClauseCheck,
  pair: KeyPair,
  left: BaseColumn,
  right: BaseColumn,
  overlap: Overlap,
): boolean {
  const contained = overlap.common / Math.min(overlap.left, overlap.right);
  const better = keyConditions(run, pair.left.source, pair.right.source).length > 0;
  if (!isNumeric(left) && !isNumeric(right))
    return contained >= 0.5 || (contained >= 0.1 && !better) || overlap.common >= 20;
  // Two keys of the same tables' rows: the same name in several words, or the very same set of values.
  const sameName = run.services.driver.dialect.sameIdentifier(left.column.name, right.column.name);
  if (sameName && nameWords(left.column.name).length > 1 && contained >= 0.5) return true;
  const sameSet = overlap.common === overlap.left && overlap.common === overlap.right && overlap.common >= 20;
  if (sameSet && isKey(left) && isKey(right) && !better) return true;
  const elsewhere = refersElsewhere(run, left) || refersElsewhere(run, right);
  const related = namesRelate(left, right);
  if (elsewhere || better) return related && !elsewhere && contained >= 0.5 && !isKey(left) && !isKey(right);
  if (related) return contained >= 0.5;
  if (isKey(left) === isKey(right)) return !isKey(left) && contained >= 0.5;
  const referring = isKey(left) ? overlap.right : overlap.left;
  return overlap.common >= referring * 0.98 && referring >= 5;
}

function isKey(base: BaseColumn): boolean {
  return singleKey(base.table) === base.column;
}

function refersElsewhere(run: ClauseCheck, base: BaseColumn): boolean {
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
  run: ClauseCheck,
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

/** How the two sides of a join are made to meet, the least change first. */
const SPELLINGS = [
  ["TRIM(#)", "after trimming"],
  ["LOWER(#)", "when case is ignored"],
  ["LOWER(TRIM(#))", "after trimming and when case is ignored"],
].flatMap(([change = "#", how = ""]) => [
  { left: change, right: "#", how },
  { left: "#", right: change, how },
  { left: change, right: change, how },
]);

/** The condition under which most texts meet that differ only in case or in space around them. */
async function otherSpelling(run: ClauseCheck, { left, right, leftSpan, rightSpan, span }: KeyPair) {
  const [a, b] = [left.column.origin, right.column.origin];
  if (!a || !b || ![a, b].every(({ column }) => /^(text|other)$/u.test(column.affinity))) return undefined;
  const { dialect } = run.services.driver;
  const values = ({ table, column }: BaseColumn) => {
    const name = dialect.identifier(column.name);
    return `(SELECT DISTINCT ${name} AS v FROM ${qualifiedTable(run.services, table)} WHERE ${name} IS NOT NULL LIMIT ${MOST_COMPARED})`;
  };
  const questions = SPELLINGS.map(
    (each) =>
      `(SELECT COUNT(*) FROM ${values(a)} AS a WHERE ${each.left.replace("#", "v")} IN (SELECT ${each.right.replace("#", "b.v")} FROM ${values(b)} AS b))`,
  );
  const counts = (await run.askNumbers(`SELECT ${questions.join(", ")}`)) ?? [];
  const most = Math.max(0, ...counts);
  const best = most > 0 ? SPELLINGS[counts.indexOf(most)] : undefined;
  if (!best) return undefined;
  const text = [
    best.left.replace("#", () => run.text(leftSpan)),
    best.right.replace("#", () => run.text(rightSpan)),
  ].join(" = ");
  const reason = `${most} ${most === 1 ? "value" : "values"} in common`;
  return { suggestion: { text, replaces: run.text(span), reason }, how: best.how };
}
