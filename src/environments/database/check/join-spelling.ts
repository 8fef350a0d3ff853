import type { Suggestion } from "../../../environment/tool-failure.ts";
import { type FoundSpelling, findSpelling, type SpelledColumn } from "../spelling/find-spelling.ts";
import { qualifiedTable } from "./find-table.ts";
import type { InspectionRun } from "./inspection-run.ts";
import type { KeyPair } from "./join-links.ts";
import type { BaseColumn } from "./query-scope.ts";

type Wrap = (column: string) => string;

const plain: Wrap = (column) => column;
const trim: Wrap = (column) => `TRIM(${column})`;
const lower: Wrap = (column) => `LOWER(${column})`;
const both: Wrap = (column) => `LOWER(TRIM(${column}))`;

export interface OtherSpelling {
  readonly suggestion: Suggestion;
  /** `after trimming`, `when case is ignored`. */
  readonly how: string;
}

/** How the two sides are made to meet, the least change first. */
const SPELLINGS: readonly (readonly [left: Wrap, right: Wrap])[] = [
  [trim, plain],
  [plain, trim],
  [trim, trim],
  [lower, plain],
  [plain, lower],
  [lower, lower],
  [both, plain],
  [plain, both],
  [both, both],
];

const MOST_COMPARED = 20_000;

/** A way that changes more than case and space has to find more by this factor. */
const WORTH = 1.1;

/**
 * The condition under which texts meet that are the same but for case or space around them, as far as the data hold it: the one with most
 * values in common, and of those the plainest.
 */
export async function otherSpelling(run: InspectionRun, pair: KeyPair): Promise<OtherSpelling | undefined> {
  const left = pair.left.column.origin;
  const right = pair.right.column.origin;
  if (!left || !right || !mayBeText(left) || !mayBeText(right)) return undefined;
  const values = (base: BaseColumn) => {
    const column = run.services.driver.dialect.identifier(base.column.name);
    return `(SELECT DISTINCT ${column} AS v FROM ${qualifiedTable(run.services, base.table)} WHERE ${column} IS NOT NULL LIMIT ${MOST_COMPARED})`;
  };
  const counts = await run.askNumbers(
    `SELECT ${SPELLINGS.map(([l, r]) => `(SELECT COUNT(*) FROM ${values(left)} AS a WHERE ${l("v")} IN (SELECT ${r("b.v")} FROM ${values(right)} AS b))`).join(", ")}`,
  );
  const most = Math.max(0, ...(counts ?? []));
  const other = await withOtherLetters(run, pair, most);
  if (other) return other;
  const [l, r] = (most > 0 && SPELLINGS[counts?.indexOf(most) ?? -1]) || [];
  if (!l || !r) return undefined;
  const text = `${l(run.text(pair.leftSpan))} = ${r(run.text(pair.rightSpan))}`;
  const ways = [
    ...(text.includes("TRIM(") ? ["after trimming"] : []),
    ...(text.includes("LOWER(") ? ["when case is ignored"] : []),
  ];
  return {
    suggestion: {
      text,
      replaces: run.text(pair.span),
      reason: `${most} ${most === 1 ? "value" : "values"} in common`,
    },
    how: ways.join(" and "),
  };
}

/** A way that also turns `Last, First` round, or writes letters with accents without, where that finds more than case and space do. */
async function withOtherLetters(
  run: InspectionRun,
  pair: KeyPair,
  most: number,
): Promise<OtherSpelling | undefined> {
  const found = await spellingBetween(
    run,
    { base: pair.left.column.origin, written: run.text(pair.leftSpan) },
    { base: pair.right.column.origin, written: run.text(pair.rightSpan) },
  );
  if (!found || found.words.length === 0 || found.common <= most * WORTH) return undefined;
  return {
    suggestion: { text: found.condition, replaces: run.text(pair.span), reason: sharedBy(found) },
    how: `with ${found.words.join(", ")}${found.folds ? ", and case and space left aside" : ""}`,
  };
}

/** One side of a join: the column it comes from, and how it is written. */
export interface JoinedText {
  readonly base: BaseColumn | undefined;
  readonly written: string;
}

/** The condition under which most texts of two columns meet; undefined where they are no texts. */
export async function spellingBetween(
  run: InspectionRun,
  left: JoinedText,
  right: JoinedText,
): Promise<FoundSpelling | undefined> {
  const { dialect } = run.services.driver;
  const side = ({ base, written }: JoinedText): SpelledColumn | undefined =>
    base && base.column.masked !== true && mayBeText(base)
      ? {
          table: qualifiedTable(run.services, base.table),
          column: dialect.identifier(base.column.name),
          written,
        }
      : undefined;
  const [a, b] = [side(left), side(right)];
  if (!a || !b) return undefined;
  return findSpelling(a, b, dialect, async (sql, maxRows) => (await run.ask(sql, [], maxRows))?.rows);
}

/** `96 of 100 values of shop.customer in common` */
export function sharedBy({ common, compared, of }: FoundSpelling): string {
  return `${common} of ${compared} values of ${of} in common`;
}

function mayBeText({ column }: BaseColumn): boolean {
  return column.affinity === "text" || column.affinity === "other";
}
