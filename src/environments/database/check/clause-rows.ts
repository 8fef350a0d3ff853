import { type Marked, say, written } from "../../../environment/egress/marks.ts";
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

/** Number of rows after a clause, with facts about them. */
interface Measured {
  readonly rows?: number;
  readonly facts?: JsonObject;
  /** Reports findings from the counts; called after the other checks, whose findings may explain the counts. */
  tell?(): void;
}

/** Counts the rows after a clause; undefined for an ordering, which keeps all rows. */
export async function measureClause(check: CheckedClause): Promise<Measured | undefined> {
  return MEASURES[check.clause.clause]?.(check);
}

const MEASURES: Readonly<
  Partial<Record<ClauseName, (check: CheckedClause) => Promise<Measured | undefined>>>
> = {
  from: measureJoin,
  where: (check) => measureConditions(check, "where"),
  select: measureSelect,
  group_by: measureGroups,
  having: (check) => measureConditions(check, "having"),
};

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
  const parts = named.map(({ name, rows }) => {
    const shown = name === undefined ? say`subquery` : written(name);
    return rows === undefined ? shown : say`${shown} ${rows}`;
  });
  check.lines.push(parts.length > 1 ? say`${rowCount(counted)} (${parts})` : rowCount(counted));
  const tell = () => tellJoin(check, [...rowsOf.values()], counted);
  return { rows: counted, facts: { tables }, ...(parts.length > 1 ? { tell } : {}) };
}

function tellJoin(check: CheckedClause, rows: readonly (number | undefined)[], joined: number): void {
  const span = check.core.from ?? check.core;
  const most = Math.max(...rows.map((each) => each ?? 0));
  if (joined > most) {
    const message = say`The join has ${rowCount(joined)}, more than any of its tables (${most}): a row of one table meets several of another, and count(*) counts pairs.`;
    check.note("join-multiplies", span, message);
  }
  const told = check.warnings.some(({ code }) => code === "join-no-overlap" || code === "masked-value");
  if (joined > 0 || rows.includes(0) || told) return;
  if (check.scope.sources.some(({ source }) => source.join?.kind === "anti"))
    check.note("empty-result", span, say`ANTI JOIN leaves no row: each has a partner on the other side.`);
  else
    check.warn("empty-result", span, say`The join has no rows: no row of one side meets one of the other.`);
}

/** Rows or groups kept by one condition of several. */
interface ConditionCount {
  readonly text: Marked;
  readonly node: ExpressionNode;
  /** Kept by this condition alone. */
  readonly alone: number;
  /** Kept by this condition and all before it. */
  readonly joined: number;
}

/** With more conditions than this only the whole clause is counted. */
const MOST = 40;

/** Rows of the join (in HAVING: groups) that every condition keeps alone and joined, counted in one scan. */
async function measureConditions(
  check: CheckedClause,
  clause: "where" | "having",
): Promise<Measured | undefined> {
  const { core, scope } = check;
  if (!core[clause] || (await check.isTooMany())) return undefined;
  const conditions = check.conditions(clause);
  const texts = conditions.map((node) => check.text(node));
  const flags = texts.map((text, i) => `CASE WHEN ${text} THEN 1 END AS c${i}`);
  const groups = `(${rowsOver(core, flags.join(", "), "groupBy")}) AS grouped`;
  const [from, tests] =
    clause === "having" ? [groups, texts.map((_, i) => `c${i} = 1`)] : [core.from?.text, texts];
  const count = (parts: readonly string[]) =>
    `COUNT(CASE WHEN ${parts.map((part) => `(${part})`).join(" AND ") || "1 = 1"} THEN 1 END)`;
  const each = tests.length === 1 || tests.length > MOST ? [] : tests;
  const measures = each.flatMap((test, i) => [count([test]), count(tests.slice(0, i + 1))]);
  const list = ["COUNT(*)", count(tests), ...measures].join(", ");
  const counts = await check.askNumbers(
    `${withOf(check, scope)}SELECT ${list}${from ? ` FROM ${from}` : ""}`,
  );
  const [before = 0, kept = 0, ...singles] = counts ?? [];
  if (!counts) return undefined;
  const told = (tests.length === 1 ? tests : each).map((_, i): ConditionCount => {
    const [alone = kept, together = kept] = singles.slice(i * 2);
    return { node: conditions[i] as ExpressionNode, text: written(texts[i] ?? ""), alone, joined: together };
  });
  check.keeping.push(...told.filter(({ alone }) => alone > 0).map(({ node }) => node));
  const noun = clause === "having" ? "group" : "row";
  check.lines.push(say`${kept} of ${rowCount(before, noun)} kept`);
  for (const each of told.length > 1 ? told : [])
    check.lines.push(say`${shortened(each.text)}: ${each.alone} alone, ${each.joined} joined`);
  return {
    rows: kept,
    facts: { before, conditions: told.map(({ node, ...condition }) => condition) },
    tell: () => (kept === 0 && before > 0 ? tellEmptying(check, before, told, noun) : undefined),
  };
}

/** Reports the condition that leaves no row or group, when no other finding explains it. */
function tellEmptying(
  check: CheckedClause,
  before: number,
  conditions: readonly ConditionCount[],
  noun: "row" | "group",
): void {
  const alone = conditions.find((each) => each.alone === 0);
  const at = conditions.findIndex((each) => each.joined === 0);
  const found = alone ?? conditions[at];
  if (!found) return;
  const left = conditions[at - 1]?.joined ?? before;
  const message = alone
    ? say`No ${noun} meets ${found.text}.`
    : say`Each condition keeps ${noun}s alone, but together they leave none; ${found.text} takes the last ${left} away.`;
  tellEmptyResult(check, found.node, message);
}

/** Codes of notes that cast doubt on an empty result as warnings do. */
const DOUBTS: readonly FindingCode[] = [
  "value-not-found",
  "date-format-mismatch",
  "text-compared-as-number",
  "constant-condition",
];

/** Sentence for an empty result without any sign of a mistake. */
const MAY_BE_TRUE = say`Nothing else points to a fault: this may truly be the answer.`;

/** Reports an empty result that no warning explains: as a warning where a note or a timeout casts doubt on it, else as a note. */
function tellEmptyResult(check: CheckedClause, span: Span, message: Marked): void {
  if (check.warnings.length > 0) return;
  if (check.ranOut || check.notes.some(({ code }) => DOUBTS.includes(code)))
    check.warn("empty-result", span, message);
  else check.note("empty-result", span, say`${message} ${MAY_BE_TRUE}`);
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
  const message = say`${rowCount(rows)}, of which ${distinct ?? 0} are different.`;
  const span = core.select;
  const isTold = distinct !== undefined && distinct < rows;
  return { rows, ...(isTold ? { tell: () => check.note("duplicate-rows", span, message) } : {}) };
}

/** Number of rows and, without DISTINCT, of different rows; only the first where the engine cannot compare rows. */
async function countSelected(check: CheckedClause, list: string): Promise<readonly number[]> {
  const rows = rowsOver(check.core, list, "having");
  const { distinct } = readSelectList(list, check.dialect.lexical);
  const different = countOf(`SELECT DISTINCT * FROM (${rows}) AS every_row`);
  const ask = (counts: readonly string[]) =>
    check.askNumbers(`${withOf(check, check.scope)}SELECT ${counts.join(", ")}`);
  return (!distinct && (await ask([countOf(rows), different]))) || (await ask([countOf(rows)])) || [];
}

/** Number of groups. Reports a grouping whose groups have one row each. */
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
  check.lines.push(say`${rowCount(groups, "group")} of ${rowCount(grouped)}`);
  const tell = () => {
    const message = say`Each of the ${groups} groups has exactly one row, so that grouping does nothing.`;
    const keys = readExpressionList(groupBy, check.dialect.lexical);
    const isSure = scope.sources.length === 1 && keys.some((key) => isRowKey(check, key));
    if (isSure) check.warn("group-is-row", groupBy, message);
    else check.note("group-is-row", groupBy, message);
  };
  return { rows: groups, facts: { groups, grouped }, ...(groups === grouped && groups > 1 ? { tell } : {}) };
}

/** True when the column is declared unique or is the whole primary key. */
function isRowKey({ scope }: CheckedClause, key: ExpressionNode): boolean {
  const origin = key.type === "column" ? columnAt(scope, key)?.column.origin : undefined;
  if (!origin) return false;
  const primary = origin.table.columns.filter((column) => column.primaryKeyPosition !== undefined);
  return origin.column.unique === true || (primary.length === 1 && primary[0] === origin.column);
}
