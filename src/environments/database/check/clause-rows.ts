import type { FindingCode } from "../../../environment/tool-failure.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { ExpressionNode, Span } from "../sql/query-tree.ts";
import { readExpressionList, readSelectList } from "../sql/read-items.ts";
import type { CheckedClause } from "./checked-clause.ts";
import type { ClauseName } from "./clause.ts";
import { shortened } from "./clause-check.ts";
import { aggregatesIn } from "./clause-expressions.ts";
import { countOf, rowCount, rowsOver, withOf } from "./clause-sql.ts";
import { columnAt } from "./query-scope.ts";

/** What a clause leaves of the rows. */
interface Measured {
  readonly rows?: number;
  readonly facts?: JsonObject;
  /** Tells what the counts show, once what explains them is known. */
  tell?(): void;
}

/** Counts what a clause leaves of the rows; an ordering leaves all of them. */
export async function measureClause(check: CheckedClause): Promise<Measured | undefined> {
  return MEASURES[check.clause.clause]?.(check);
}

const MEASURES: Readonly<
  Partial<Record<ClauseName, (check: CheckedClause) => Promise<Measured | undefined>>>
> = { from: measureJoin, where: measureWhere, select: measureSelect, group_by: measureGroups, having };

/** Rows of the join and of each of its tables. */
async function measureJoin(check: CheckedClause): Promise<Measured | undefined> {
  const { core, scope } = check;
  if (!core.from) return undefined;
  const rowsOf = await check.sourceRows();
  const counted = (await check.isTooMany())
    ? undefined
    : (await check.askNumbers(`${withOf(check, scope)}SELECT COUNT(*) FROM ${core.from.text}`))?.[0];
  const named = scope.sources.map((each) => ({ name: each.name, rows: rowsOf.get(each), each }));
  const tables = named.map(({ name, rows, each }) => ({
    name: name ?? check.text(each.source),
    ...(rows === undefined ? {} : { rows }),
  }));
  if (counted === undefined) return { facts: { tables } };
  const parts = named.map(({ name = "subquery", rows }) => (rows === undefined ? name : `${name} ${rows}`));
  check.lines.push(parts.length > 1 ? `${rowCount(counted)} (${parts.join(", ")})` : rowCount(counted));
  const tell = () => tellJoin(check, [...rowsOf.values()], counted);
  return { rows: counted, facts: { tables }, ...(parts.length > 1 ? { tell } : {}) };
}

function tellJoin(check: CheckedClause, rows: readonly (number | undefined)[], joined: number): void {
  const span = check.core.from ?? check.core;
  const most = Math.max(...rows.map((each) => each ?? 0));
  if (joined > most) {
    const message = `The join has ${rowCount(joined)}, more than any of its tables (${most}): a row of one table meets several of another, and count(*) counts pairs.`;
    check.note("join-multiplies", span, message);
  }
  const told = check.warnings.some(({ code }) => code === "join-no-overlap" || code === "masked-value");
  if (joined > 0 || rows.includes(0) || told) return;
  if (check.scope.sources.some(({ source }) => source.join?.kind === "anti"))
    check.note("empty-result", span, "ANTI JOIN leaves no row: each has a partner on the other side.");
  else check.warn("empty-result", span, "The join has no rows: no row of one side meets one of the other.");
}

/** What one condition of several keeps. */
interface ConditionCount {
  readonly text: string;
  readonly node: ExpressionNode;
  /** Rows kept by this condition alone. */
  readonly alone: number;
  /** Rows kept by this one and all before it. */
  readonly joined: number;
}

/** Beyond this many conditions only the whole is counted. */
const MOST = 40;

/** Rows that every condition keeps alone and joined, counted in one scan of the join. */
async function measureWhere(check: CheckedClause): Promise<Measured | undefined> {
  const { core, scope } = check;
  if (!core.where || (await check.isTooMany())) return undefined;
  const conditions = check.conditions();
  const texts = conditions.map((node) => check.text(node));
  const count = (parts: readonly string[]) =>
    `COUNT(CASE WHEN ${parts.map((part) => `(${part})`).join(" AND ") || "1 = 1"} THEN 1 END)`;
  const each = texts.length === 1 || texts.length > MOST ? [] : texts;
  const measures = each.flatMap((text, i) => [count([text]), count(texts.slice(0, i + 1))]);
  const from = core.from ? ` FROM ${core.from.text}` : "";
  const list = ["COUNT(*)", count(texts), ...measures].join(", ");
  const counts = await check.askNumbers(`${withOf(check, scope)}SELECT ${list}${from}`);
  const [before = 0, kept = 0, ...singles] = counts ?? [];
  if (!counts) return undefined;
  const told = (texts.length === 1 ? texts : each).map((text, i): ConditionCount => {
    const [alone = kept, joined = kept] = singles.slice(i * 2);
    return { node: conditions[i] as ExpressionNode, text, alone, joined };
  });
  check.lines.push(`${kept} of ${rowCount(before)} kept`);
  for (const { text, alone, joined } of told.length > 1 ? told : [])
    check.lines.push(`${shortened(text)}: ${alone} alone, ${joined} joined`);
  return {
    rows: kept,
    facts: { before, conditions: told.map(({ node, ...condition }) => condition) },
    tell: () => (kept === 0 && before > 0 ? tellEmptying(check, before, told) : undefined),
  };
}

/** Says which condition of WHERE leaves no row, when nothing else that was found explains it. */
function tellEmptying(check: CheckedClause, before: number, conditions: readonly ConditionCount[]): void {
  const alone = conditions.find((each) => each.alone === 0);
  const at = conditions.findIndex((each) => each.joined === 0);
  const found = alone ?? conditions[at];
  if (!found) return;
  const left = conditions[at - 1]?.joined ?? before;
  const message = alone
    ? `No row meets ${found.text}.`
    : `Each condition keeps rows alone, but together they leave none; ${found.text} takes the last ${left} away.`;
  tellEmptyResult(check, found.node, message);
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

/** Tells of conditions that leave nothing and that no warning explains: a warning where something lets doubt them, else a note. */
function tellEmptyResult(check: CheckedClause, span: Span, message: string): void {
  if (check.warnings.length > 0) return;
  if (check.ranOut || check.notes.some(({ code }) => DOUBTS.includes(code)))
    check.warn("empty-result", span, message);
  else check.note("empty-result", span, `${message} ${MAY_BE_TRUE}`);
}

/** Rows that SELECT gives, and how many of them differ. */
async function measureSelect(check: CheckedClause): Promise<Measured | undefined> {
  const { core, own } = check;
  if (!core.select) return undefined;
  const isSingle = !core.groupBy && own.some(({ node }) => aggregatesIn(node, check.dialect).length > 0);
  if (!isSingle && (await check.isTooMany())) return undefined;
  const [rows, distinct] = isSingle ? [1] : await countSelected(check, core.select.text);
  if (rows === undefined) return undefined;
  check.lines.push(rowCount(rows));
  const message = `${rowCount(rows)}, of which ${distinct} are different.`;
  const span = core.select;
  const isTold = distinct !== undefined && distinct < rows;
  return { rows, ...(isTold ? { tell: () => check.note("duplicate-rows", span, message) } : {}) };
}

/** Rows and, where they are not distinct anyway, different rows; the rows alone where the engine cannot compare them. */
async function countSelected(check: CheckedClause, list: string): Promise<readonly number[]> {
  const rows = rowsOver(check.core, list, "having");
  const { distinct } = readSelectList(list, check.dialect.lexical);
  const different = countOf(`SELECT DISTINCT * FROM (${rows}) AS every_row`);
  const ask = (counts: readonly string[]) =>
    check.askNumbers(`${withOf(check, check.scope)}SELECT ${counts.join(", ")}`);
  return (!distinct && (await ask([countOf(rows), different]))) || (await ask([countOf(rows)])) || [];
}

/** Number of groups; grouping that does nothing. */
async function measureGroups(check: CheckedClause): Promise<Measured | undefined> {
  const { core, scope } = check;
  const { groupBy } = core;
  if (!groupBy || (await check.isTooMany())) return undefined;
  // GROUP BY ALL groups by what is selected.
  const isByAll = /^ALL$/iu.test(check.text(groupBy).trim());
  const items = isByAll ? check.selected.map((item) => check.text(item)).join(", ") : "1 AS one";
  const counted = [rowsOver(core, items, "groupBy"), rowsOver(core, "1 AS one")].map(countOf);
  const counts = await check.askNumbers(`${withOf(check, scope)}SELECT ${counted.join(", ")}`);
  const [groups, grouped] = counts ?? [];
  if (groups === undefined || grouped === undefined) return undefined;
  check.lines.push(`${rowCount(groups, "group")} of ${rowCount(grouped)}`);
  const tell = () => {
    const message = `Each of the ${groups} groups has exactly one row, so that grouping does nothing.`;
    const keys = readExpressionList(groupBy, check.dialect.lexical);
    const isSure = scope.sources.length === 1 && keys.some((key) => isRowKey(check, key));
    if (isSure) check.warn("group-is-row", groupBy, message);
    else check.note("group-is-row", groupBy, message);
  };
  return { rows: groups, facts: { groups, grouped }, ...(groups === grouped && groups > 1 ? { tell } : {}) };
}

/** True when the key alone tells every row apart by declaration. */
function isRowKey({ scope }: CheckedClause, key: ExpressionNode): boolean {
  const origin = key.type === "column" ? columnAt(scope, key)?.column.origin : undefined;
  if (!origin) return false;
  const primary = origin.table.columns.filter((column) => column.primaryKeyPosition !== undefined);
  return origin.column.unique === true || (primary.length === 1 && primary[0] === origin.column);
}

/** Groups kept by every condition of HAVING alone and joined. */
async function having(check: CheckedClause): Promise<Measured | undefined> {
  const { core, scope } = check;
  const { having: span } = core;
  if (!span || (await check.isTooMany())) return undefined;
  const conditions = check.conditions("having");
  const flags = conditions.map((node, i) => `CASE WHEN ${check.text(node)} THEN 1 ELSE 0 END AS c${i}`);
  const all = conditions.map((_, i) => `c${i} = 1`).join(" AND ");
  const sums = conditions.map((_, i) => `SUM(c${i})`);
  const list = ["COUNT(*)", `COUNT(CASE WHEN ${all} THEN 1 END)`, ...sums].join(", ");
  const groups = rowsOver(core, flags.join(", "), "groupBy");
  const counts = await check.askNumbers(`${withOf(check, scope)}SELECT ${list} FROM (${groups}) AS grouped`);
  const [before = 0, kept = 0, ...alone] = counts ?? [];
  if (!counts) return undefined;
  check.lines.push(`${kept} of ${rowCount(before, "group")} kept`);
  const emptying = conditions.find((_, i) => alone[i] === 0) ?? span;
  const message = `No group of ${before} meets ${check.text(span)}.`;
  return {
    rows: kept,
    facts: {
      before,
      conditions: conditions.map((node, i) => ({ text: check.text(node), alone: alone[i] ?? 0 })),
    },
    ...(kept === 0 && before > 0 ? { tell: () => tellEmptyResult(check, emptying, message) } : {}),
  };
}
