import type { Suggestion } from "../../../environment/tool-failure.ts";
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

function mayBeText({ column }: BaseColumn): boolean {
  return column.affinity === "text" || column.affinity === "other";
}
