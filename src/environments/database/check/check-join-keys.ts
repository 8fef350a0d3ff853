import { nameWords } from "../../../util/name-words.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { areLinked, linksBetween, namesRelate, singleKey, tableLinks } from "../schema/table-links.ts";
import type { Check } from "./checked-clause.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { type KeyPair, keyConditions, keyPairs, keySuggestions } from "./join-links.ts";
import { type BaseColumn, columnTitle } from "./query-scope.ts";

/** What the data say about a pair of joined columns. */
interface Overlap {
  readonly left: number;
  readonly right: number;
  readonly common: number;
}

/** Distinct values beyond which they are not all compared. */
const MOST_COMPARED = 20_000;

/** Each `a.x = b.y` of the joins (and of WHERE, for joins by comma), judged by keys first, then by names, then by the values themselves. */
export const joinKeys: Check = {
  clauses: ["from", "where"],
  async look(check) {
    const { sources } = check.scope;
    const isWhere = check.clause.clause === "where";
    const conditions = isWhere ? check.conditions() : sources.flatMap(({ source }) => source.join?.on ?? []);
    for (const condition of conditions)
      for (const pair of keyPairs(condition, check.scope)) await checkPair(check, pair);
  },
};

async function checkPair(check: ClauseCheck, pair: KeyPair): Promise<void> {
  const left = pair.left.column.origin;
  const right = pair.right.column.origin;
  if (!left || !right || left.column === right.column) return;
  // The values that both have are the mask.
  if (left.column.masked === true || right.column.masked === true) return;
  const linked = areLinked(check.services, at(left), at(right));
  const sure = linked === "declared" || (linked === "inferred" && !hasDeclared(check, left, right));
  const overlap = await overlapOf(check, left, right);
  if (overlap && overlap.common === 0 && overlap.left > 0 && overlap.right > 0) {
    await tellNoOverlap(check, pair, { left: columnTitle(left), right: columnTitle(right), linked });
    return;
  }
  // Values that were handed over are the key of nothing, and joined with what they name.
  if (left.table.kind === "values" || right.table.kind === "values") return;
  if (sure || linked || !overlap || overlap.left === 0 || overlap.right === 0) return;
  if (isSupported(check, pair, left, right, overlap)) return;
  const suggestions = keySuggestions(check, pair.left.source, pair.right.source, check.text(pair.span));
  check.warn(
    "join-without-key",
    pair.span,
    `${columnTitle(left)} and ${columnTitle(right)} are no keys of each other, and that ${overlap.common} values occur in both is no sign that they mean the same${betterKey(suggestions[0]?.text)}.`,
    suggestions,
  );
}

const at = ({ table, column }: BaseColumn) => ({ table, column: column.name });

/** A declared key is the right one whatever the data: then only the way its values are written can be mended. */
async function tellNoOverlap(
  check: ClauseCheck,
  pair: KeyPair,
  joined: { readonly left: string; readonly right: string; readonly linked: ReturnType<typeof areLinked> },
): Promise<void> {
  const { left, right, linked } = joined;
  const suggestion = await otherSpelling(check, pair);
  if (suggestion) {
    const message = `${left} and ${right} match only without regard to case and outer space: ${suggestion.text}.`;
    check.warn("join-no-overlap", pair.span, message, [suggestion]);
    return;
  }
  const suggestions =
    linked === "declared"
      ? []
      : keySuggestions(check, pair.left.source, pair.right.source, check.text(pair.span));
  const why = linked === "declared" ? ", although the key is declared" : betterKey(suggestions[0]?.text);
  check.warn(
    "join-no-overlap",
    pair.span,
    `${left} and ${right} have no value in common${why}.`,
    suggestions,
  );
}

function betterKey(better: string | undefined): string {
  return better === undefined ? "" : `; the key is ${better}`;
}

function hasDeclared(check: ClauseCheck, a: BaseColumn, b: BaseColumn): boolean {
  return a.table !== b.table && linksBetween(check.services, a.table, b.table).some((link) => link.declared);
}

/**
 * A join without a key is legal where the values show that the columns mean the same: nearly all values of one are in the other. Small
 * whole numbers overlap by chance, so that for them either the names agree, or all of one side are among the keys of the other, no better
 * key joins the tables, and neither column refers to something else.
 */
function isSupported(
  check: ClauseCheck,
  pair: KeyPair,
  left: BaseColumn,
  right: BaseColumn,
  overlap: Overlap,
): boolean {
  const contained = overlap.common / Math.min(overlap.left, overlap.right);
  const better = keyConditions(check, pair.left.source, pair.right.source).length > 0;
  if (!isNumeric(left) && !isNumeric(right))
    return contained >= 0.5 || (contained >= 0.1 && !better) || overlap.common >= 20;
  // Two keys of the same tables' rows: the same name in several words, or the very same set of values.
  const sameName = check.dialect.sameIdentifier(left.column.name, right.column.name);
  if (sameName && nameWords(left.column.name).length > 1 && contained >= 0.5) return true;
  const sameSet = overlap.common === overlap.left && overlap.common === overlap.right && overlap.common >= 20;
  if (sameSet && isKey(left) && isKey(right) && !better) return true;
  const elsewhere = refersElsewhere(check, left) || refersElsewhere(check, right);
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

function refersElsewhere(check: ClauseCheck, base: BaseColumn): boolean {
  return tableLinks(check.services).some(
    (link) =>
      link.from === base.table &&
      link.fromColumns.some((each) => check.dialect.sameIdentifier(each, base.column.name)),
  );
}

function isNumeric(base: BaseColumn): boolean {
  return ["integer", "real", "decimal", "boolean"].includes(base.column.affinity);
}

/** Distinct values of both sides and those they share. Types that do not compare are the engine's business. */
async function overlapOf(
  check: ClauseCheck,
  left: BaseColumn,
  right: BaseColumn,
): Promise<Overlap | undefined> {
  const distinct = (base: BaseColumn, alias: string) => {
    const column = check.dialect.identifier(base.column.name);
    return `(SELECT DISTINCT ${column} AS v FROM ${qualifiedTable(check.services, base.table)} WHERE ${column} IS NOT NULL LIMIT ${MOST_COMPARED}) AS ${alias}`;
  };
  const whole = `(SELECT ${check.dialect.identifier(right.column.name)} AS w FROM ${qualifiedTable(check.services, right.table)}) AS b`;
  const counts = await check.askNumbers(
    `SELECT (SELECT COUNT(*) FROM ${distinct(left, "a")}), (SELECT COUNT(*) FROM ${distinct(right, "a")}), (SELECT COUNT(*) FROM ${distinct(left, "a")} WHERE v IN (SELECT w FROM ${whole}))`,
  );
  const [l, r, common] = counts ?? [];
  return l === undefined || r === undefined || common === undefined
    ? undefined
    : { left: l, right: r, common };
}

/** The condition under which texts meet that differ only in case or in space around them. */
async function otherSpelling(check: ClauseCheck, { left, right, leftSpan, rightSpan, span }: KeyPair) {
  const [a, b] = [left.column.origin, right.column.origin];
  if (!a || !b || ![a, b].every(({ column }) => /^(text|other)$/u.test(column.affinity))) return undefined;
  const plain = (text: string) => `LOWER(TRIM(${text}))`;
  const values = ({ table, column }: BaseColumn) =>
    `SELECT DISTINCT ${plain(check.dialect.identifier(column.name))} AS v FROM ${qualifiedTable(check.services, table)} LIMIT ${MOST_COMPARED}`;
  const sql = `SELECT COUNT(*) FROM (${values(a)}) AS a WHERE v IN (SELECT v FROM (${values(b)}) AS b)`;
  const [common = 0] = (await check.askNumbers(sql)) ?? [];
  const text = `${plain(check.text(leftSpan))} = ${plain(check.text(rightSpan))}`;
  const reason = `${common} ${common === 1 ? "value" : "values"} in common`;
  return common > 0 ? { text, replaces: check.text(span), reason } : undefined;
}
