import { say, schemaName } from "../../../../environment/egress/marks.ts";
import { tableTitle } from "../../schema/find-table.ts";
import { singleKey } from "../../schema/table-links.ts";
import { editStatement } from "../../sql/edit-statement.ts";
import { conjunctsOf } from "../../sql/query-tree.ts";
import type { ScopeSource } from "../../sql/scope.ts";
import type { Check, CheckedClause } from "../checked-clause.ts";
import { rowsOver, withOf } from "../clause-sql.ts";
import type { BaseColumn } from "../query-scope.ts";
import { keyPairs, sourcesIn } from "./joins.ts";

/** A joined table with as many rows is not counted. */
const MANY_ROWS = 200_000;
/** Most tables of a join whose keys are followed. */
const MOST_SOURCES = 6;

/** A column of a source, as SQL and in the database. */
interface Side {
  readonly source: ScopeSource;
  readonly base: BaseColumn;
  readonly sql: string;
}

/** Rows that meet WHERE, and that an inner join drops all the same: their foreign key is NULL, or refers to no row. */
export const droppedRows: Check = {
  clauses: ["select"],
  countsRows: true,
  async look(check) {
    const [first, ...joined] = check.scope.sources;
    const isPlain = joined.every(({ source: { join } }) => /^(?:inner|left)$/u.test(join?.kind ?? ""));
    if (!first || joined.length === 0 || joined.length >= MOST_SOURCES || !isPlain) return;
    const rows = await check.sourceRows();
    if ([...rows.values()].some((each) => each === undefined || each >= MANY_ROWS)) return;
    for (const source of joined) await lookAtJoin(check, source, first);
  },
};

async function lookAtJoin(check: CheckedClause, source: ScopeSource, first: ScopeSource): Promise<void> {
  const { scope } = check;
  const sides = source.source.join?.kind === "inner" ? sidesOf(check, source) : [];
  const [to] = sides.filter(({ base }) => isKey(base));
  const [from] = sides.filter(({ base }) => !isKey(base));
  const key = from && singleKey(from.base.table);
  if (!from || !to) return;
  // A table joined later keeps its rows by RIGHT JOIN only where nothing but the other one stands before it.
  const side =
    to.source === source ? "LEFT" : to.source === first && source === scope.sources[1] ? "RIGHT" : undefined;
  const kept = side && keptFrom(check, source, side, to.source);
  // Several joins may repeat a row, so that only its key counts it once.
  if (kept === undefined || (!key && scope.sources.length > 2)) return;
  const counted = key
    ? `${check.dialect.identifier(from.source.name ?? "")}.${check.dialect.identifier(key.name)}`
    : "1";
  const count = (when: string) => `COUNT(${key ? "DISTINCT " : ""}CASE WHEN ${when} THEN ${counted} END)`;
  const list = `${count(`${to.sql} IS NULL`)}, ${count("1 = 1")}`;
  const core = { ...check.core, from: { ...source.source, text: kept } };
  const [dropped = 0, all = 0] = (await check.askNumbers(withOf(check, scope) + rowsOver(core, list))) ?? [];
  // Where nothing matches at all, other findings say why.
  if (dropped === 0 || dropped === all) return;
  const message = say`The join drops ${dropped} of ${all} rows of ${tableTitle(from.base.table)}: their ${schemaName(from.base.column.name)} has no match in ${tableTitle(to.base.table)}.`;
  check.note("join-drops-rows", source.source, message);
}

/** The two columns that a join compares, if it compares nothing else. */
function sidesOf(check: CheckedClause, source: ScopeSource): readonly Side[] {
  const { on, using = [] } = source.source.join ?? {};
  const { scope, dialect } = check;
  const [pair] = on && conjunctsOf(on).length === 1 ? keyPairs(on, scope) : [];
  const [name] = using;
  const sides = pair
    ? [
        { ...pair.left, sql: check.text(pair.leftSpan) },
        { ...pair.right, sql: check.text(pair.rightSpan) },
      ]
    : scope.sources.slice(0, scope.sources.indexOf(source) + 1).flatMap((each) =>
        each.columns
          .filter(
            (column) => name !== undefined && using.length === 1 && dialect.sameIdentifier(column.name, name),
          )
          .map((column) => ({
            source: each,
            column,
            sql: `${dialect.identifier(each.name ?? "")}.${dialect.identifier(column.name)}`,
          })),
      );
  const found = sides.flatMap(({ source: each, column: { origin }, sql }) =>
    origin && each.name !== undefined && origin.column.masked !== true
      ? [{ source: each, base: origin, sql }]
      : [],
  );
  return found.length === 2 ? found : [];
}

function isKey({ table, column }: BaseColumn): boolean {
  return singleKey(table) === column || column.unique === true;
}

/** FROM with an outer join in place of that before the source, and before those that hang on the table which it makes optional. */
function keptFrom(
  check: CheckedClause,
  source: ScopeSource,
  side: "LEFT" | "RIGHT",
  missing: ScopeSource,
): string | undefined {
  const { scope, core } = check;
  const { from } = core;
  if (!from) return undefined;
  const optional = new Set([missing]);
  const edits = [];
  for (const each of scope.sources.slice(scope.sources.indexOf(source))) {
    const { on, kind } = each.source.join ?? {};
    const hangs =
      on !== undefined && [...sourcesIn(on, scope)].some((other) => other !== each && optional.has(other));
    if (each !== source && (kind !== "inner" || !hangs)) continue;
    const before = /\b(?:inner\s+)?join\s+$/iu.exec(check.clause.sql.slice(from.start, each.source.start));
    if (!before) return undefined;
    edits.push({
      at: before.index,
      removed: before[0].length,
      text: `${each === source ? side : "LEFT"} JOIN `,
    });
    if (each !== source) optional.add(each);
  }
  return editStatement(from.text, edits).sql;
}
