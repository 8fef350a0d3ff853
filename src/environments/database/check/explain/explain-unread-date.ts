import { advised } from "../../../../environment/egress/egress-scope.ts";
import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { columnsOf } from "../../sql/column-references.ts";
import type { CallNode, CastNode, ColumnNode } from "../../sql/query-tree.ts";
import { isAggregate } from "../aggregates.ts";
import { writtenDateForm } from "../date-advice.ts";
import { type DateFormReport, formsOf } from "../date-form.ts";
import { readDate } from "../date-pattern.ts";
import { qualifiedTable } from "../find-table.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { type BaseColumn, columnAt, columnTitle } from "../query-scope.ts";
import { sortableText } from "../sortable-text.ts";
import { visitExpressions } from "./all-expressions.ts";
import { type Complaint, failure, type Ranked } from "./explanation.ts";
import { scopedReferences } from "./scoped-references.ts";

const DAYS = /^(?:date|datetime|timestamp)/iu;

/** What reads the text of one column as a day. */
interface Reading {
  readonly node: CastNode | CallNode;
  readonly column: ColumnNode;
  readonly base: BaseColumn;
}

/**
 * A cell that is a day and that a cast or function in the query does not read: how its column writes its days, and what reads all of them.
 * Undefined for all other complaints.
 */
export async function explainUnreadDate(complaint: Complaint): Promise<ToolFailure | undefined> {
  const { run, facts } = complaint;
  const [, cell = ""] = /["']([^"']+)["']/u.exec(facts.engineMessage) ?? [];
  if (readDate(cell).length === 0) return undefined;
  for (const reading of readingsIn(run)) {
    const report = await writtenDateForm(run, reading.base);
    if (report === undefined) continue;
    const message = `The engine does not read every day of ${columnTitle(reading.base)}: ${facts.engineMessage}. The column ${formsOf(report)}.`;
    const mended = await readingOfAll(run, reading, report);
    return failure(complaint, "type-mismatch", message, reading.node, mended);
  }
  return undefined;
}

/** Casts to a day, and calls, of one column of texts. */
function readingsIn(run: InspectionRun): readonly Reading[] {
  const { dialect } = run.services.driver;
  const nodes: (CastNode | CallNode)[] = [];
  visitExpressions(run, (node) => {
    if (node.type === "cast" && DAYS.test(node.target)) nodes.push(node);
    if (node.type === "call" && !node.over && !isAggregate(node, dialect.functions)) nodes.push(node);
  });
  return nodes
    .toSorted((a, b) => a.end - a.start - (b.end - b.start))
    .flatMap((node): readonly Reading[] => {
      const [column, ...others] = columnsOf(node);
      const scope = scopedReferences(run).find((each) => each.node.start === column?.start)?.scope;
      const base = column && scope && columnAt(scope, column)?.column.origin;
      if (!column || !base || others.length > 0) return [];
      return base.column.affinity === "text" && base.column.masked !== true ? [{ node, column, base }] : [];
    });
}

/** The same over the column's days as `YYYY-MM-DD`, where the engine reads them all so; not where day and month may be either way round. */
async function readingOfAll(
  run: InspectionRun,
  { node, column, base }: Reading,
  report: DateFormReport,
): Promise<readonly Ranked[]> {
  const { dialect } = run.services.driver;
  const replaces = run.text(node);
  const own = dialect.identifier(base.column.name);
  const days = {
    written: sortableText(dialect, run.text(column), report),
    own: sortableText(dialect, own, report),
  };
  if (days.written === undefined || days.own === undefined || report.ambiguousWith.length > 0) return [];
  const inPlace = (day: string): string =>
    replaces.slice(0, column.start - node.start) + inBrackets(day) + replaces.slice(column.end - node.start);
  // A function with a format reads no other one.
  const ways = node.type === "cast" ? [inPlace] : [inPlace, (day: string) => `CAST(${day} AS DATE)`];
  for (const way of ways) {
    const result = await run.ask(
      `SELECT MAX(${way(days.own)}) FROM ${qualifiedTable(run.services, base.table)}`,
    );
    if ((result?.rows[0]?.[0] ?? null) === null) continue;
    return [
      {
        text: advised(way(days.written)),
        replaces,
        reason: `reads all days of ${columnTitle(base)}`,
        score: 0.95,
      },
    ];
  }
  return [];
}

/** Before `::`, only what stands next to it is cast. */
const inBrackets = (text: string): string => `(${text})`;
