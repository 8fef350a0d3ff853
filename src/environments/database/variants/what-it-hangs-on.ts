import { changedVariants } from "../../../environment/changed-variants.ts";
import { joined, type Marked, redacted, say } from "../../../environment/egress/marks.ts";
import { clippedText } from "../../../util/clipped-text.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { timeLeft } from "../act-limits.ts";
import { rowCount } from "../check/clause-sql.ts";
import { maskedWarnings } from "../check/masked.ts";
import { countRows } from "../count-rows.ts";
import type { StatementResult } from "../driver/sql-driver.ts";
import { unlessRefused } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { attachment } from "./attachment.ts";
import { directions, otherColumns } from "./columns.ts";
import { commonToAll } from "./common-to-all.ts";
import { counting } from "./counting.ts";
import { DraftedQuery, type Proposer } from "./drafted-query.ts";
import { eachOrTogether } from "./each-or-together.ts";
import { otherMeasure } from "./measures.ts";
import { missingValues, partOfName } from "./names-and-gaps.ts";
import { otherLink } from "./other-link.ts";
import { unmatched } from "./unmatched.ts";
import type { ChangedVariant, Variant, VariantCall } from "./variant.ts";

/** The proposers, those whose variants people mean most often first; and whether they look into each SELECT of the statement. */
const PROPOSERS: readonly (readonly [Proposer, "each" | "whole"])[] = [
  [counting, "each"],
  [attachment, "each"],
  [commonToAll, "each"],
  [eachOrTogether, "each"],
  [otherLink, "whole"],
  [otherColumns, "whole"],
  [otherMeasure, "whole"],
  [unmatched, "whole"],
  [directions, "each"],
  [partOfName, "each"],
  [missingValues, "each"],
];

const MOST_STATEMENTS = 8;
const MOST_OF_A_KIND = 3;
/** For all variants of a draft together. */
const MOST_MILLISECONDS = 1000;
/** A draft that takes longer has none run: each variant reads about what the draft reads. */
const SLOW_DRAFT_MILLISECONDS = 250;
/** Results with more rows are compared by their number of rows alone. */
const MOST_COMPARED = 200;

/** A result as far as it is compared. */
interface Compared {
  /** Absent where there are more than `MOST_COMPARED`. */
  readonly rows?: Rows;
  readonly total: number;
}

/**
 * Runs what the question could have meant instead of the draft, and returns what gives another result: at most 8 statements and a second in all.
 * Nothing without the question, for a draft that reads masked columns, and for one that took long itself.
 */
export async function whatItHangsOn(
  sql: string,
  question: string | undefined,
  call: VariantCall,
): Promise<readonly ChangedVariant[]> {
  if (question === undefined || maskedWarnings(call.services, sql).length > 0) return [];
  const query = DraftedQuery.of(sql, call.services, question);
  const proposed = query ? proposals(query) : [];
  const until = Date.now() + Math.min(MOST_MILLISECONDS, timeLeft(call.context, 0.5));
  return changedVariants(proposed, {
    drafted: sql,
    until,
    slowMilliseconds: SLOW_DRAFT_MILLISECONDS,
    run: (statement) => resultOf(statement, until, call),
    isNothing,
    isSame: (drafted, result) => isSame(drafted, result, query),
    differenceOf,
  });
}

function proposals(query: DraftedQuery): readonly Variant[] {
  const seen = new Set([query.sql]);
  const all = PROPOSERS.flatMap(([propose, selects]) => {
    const parts = selects === "each" ? query.parts : query.isWhole ? [query] : [];
    return parts.flatMap(propose).slice(0, MOST_OF_A_KIND);
  });
  return all.filter((each) => !seen.has(each.query) && seen.add(each.query)).slice(0, MOST_STATEMENTS);
}

/** Undefined where the engine refuses the statement or does not end in time. */
async function resultOf(
  sql: string,
  until: number,
  { services, context }: VariantCall,
): Promise<Compared | undefined> {
  const milliseconds = until - Date.now();
  if (milliseconds < 1) return undefined;
  const options = { maxRows: MOST_COMPARED, milliseconds, signal: context.signal };
  const result = await unlessRefused(services.driver.query(sql, [], options), () => undefined);
  if (!result || result.truncatedBy === "bytes") return undefined;
  if (!result.truncated) return { rows: result.rows, total: result.rows.length };
  const limits = { ...context.limits, milliseconds: Math.max(1, until - Date.now()) };
  const total = await countRows(sql, services, { ...context, limits }, 1);
  return total === undefined ? undefined : { total };
}

/** A reading that finds nothing, or no value, is hardly meant. */
function isNothing({ rows, total }: Compared): boolean {
  const [first, ...others] = rows ?? [];
  return (
    total === 0 ||
    (first !== undefined && others.length === 0 && first.every((cell) => cell === null || Number(cell) === 0))
  );
}

function isSame(one: Compared, other: Compared, query: DraftedQuery | undefined): boolean {
  if (one.total !== other.total) return false;
  if (!one.rows || !other.rows) return true;
  const lines = [one.rows, other.rows].map((rows) => rows.map(lineOf));
  const [first = [], second = []] = query?.tree.orderBy ? lines : lines.map((each) => each.toSorted());
  return first.every((line, at) => line === second[at]);
}

function textOf(cell: SqlValue): string {
  if (typeof cell === "number") return String(Number(cell.toPrecision(12)));
  return cell instanceof Uint8Array ? Buffer.from(cell).toString("hex") : String(cell);
}

/** `291 instead of 9,156`, `12 rows instead of 10`, or the first row that differs and its counterpart. */
function differenceOf(result: Compared, drafted: Compared): Marked {
  const [one, other] = [singleOf(result), singleOf(drafted)];
  if (one !== undefined && other !== undefined) return say`${one} instead of ${other}`;
  const isWider = (result.rows?.[0]?.length ?? 0) > (drafted.rows?.[0]?.length ?? 0);
  const several = isWider && other !== undefined ? rowsOf(result) : undefined;
  if (several !== undefined && other !== undefined) return say`${several} instead of ${other}`;
  if (result.total !== drafted.total) return say`${rowCount(result.total)} instead of ${drafted.total}`;
  const [own = [], others = []] = [result.rows, drafted.rows];
  const changed = without(own, others)[0];
  if (changed) {
    const gone = without(others, own);
    const counterpart = gone.find(([first]) => first === changed[0]) ?? gone[0];
    return say`${rowOf(changed)} instead of ${rowOf(counterpart)}`;
  }
  const at = own.findIndex((row, i) => lineOf(row) !== lineOf(others[i] ?? []));
  return say`${rowOf(own[at])} in row ${at + 1} instead of ${rowOf(others[at])}`;
}

type Rows = StatementResult["rows"];

const lineOf = (row: readonly SqlValue[]): string => row.map(textOf).join("\u0000");

function without(rows: Rows, others: Rows): Rows {
  const known = new Set(others.map(lineOf));
  return rows.filter((row) => !known.has(lineOf(row)));
}

/** Up to three rows in one line. */
function rowsOf({ rows = [], total }: Compared): Marked | undefined {
  const isShort = total === rows.length && total <= 3 && rows.every((row) => row.length <= 3);
  const sorted = rows.toSorted((a, b) => (lineOf(a) < lineOf(b) ? -1 : 1));
  return isShort ? joined(sorted.map(rowOf), "; ") : undefined;
}

function singleOf({ rows }: Compared): Marked | undefined {
  const [row, ...others] = rows ?? [];
  return row && others.length === 0 && row.length <= 3 ? rowOf(row) : undefined;
}

const LONGEST_CELL = 60;

function rowOf(row: readonly SqlValue[] | undefined): Marked {
  return joined((row ?? []).map(cellOf), " | ");
}

function cellOf(cell: SqlValue): Marked {
  if (cell === null) return say`NULL`;
  return redacted(visibleText(clippedText(textOf(cell), LONGEST_CELL)));
}
