import { advised } from "../../../../environment/egress/egress-scope.ts";
import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import type { EngineErrorFacts } from "../../driver/sql-engine-error.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import { columnsOf } from "../../sql/column-references.ts";
import { dayAsText } from "../../sql/date-pattern-text.ts";
import type { BinaryNode, CallNode, CastNode, ColumnNode, ExpressionNode } from "../../sql/query-tree.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { isAggregate } from "../clause-expressions.ts";
import { comparisonsIn } from "../comparisons.ts";
import { isThere, writtenDateForm } from "../date-advice.ts";
import { type DateFormReport, formsOf, sortableText } from "../date-form.ts";
import { readDate } from "../date-pattern.ts";
import { type BaseColumn, columnAt, columnTitle } from "../query-scope.ts";
import { adviseOnValue } from "../value-advice.ts";
import { type Complaint, failure, type Ranked } from "./explanation.ts";
import { scopedReferences, visitExpressions } from "./scoped-references.ts";

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
async function explainUnreadDate(complaint: Complaint): Promise<ToolFailure | undefined> {
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
function readingsIn(run: ClauseCheck): readonly Reading[] {
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
  run: ClauseCheck,
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

const NUMERIC = new Set(["integer", "real", "decimal"]);

/** Values of types that do not go together: the cast, the quotes, or the value in the column's own form. */
export async function explainTypeMismatch(complaint: Complaint): Promise<ToolFailure> {
  const { run, facts } = complaint;
  const unread = await explainUnreadDate(complaint);
  if (unread) return unread;
  const place = findComparison(run, facts);
  if (!place) {
    return failure(
      complaint,
      "type-mismatch",
      `The types do not go together: ${facts.engineMessage}.`,
      run.subject.span,
    );
  }
  const ranked = [...castsFor(run, place), ...(await valuesFor(run, place))];
  return failure(
    complaint,
    "type-mismatch",
    `The types do not go together: ${facts.engineMessage}.`,
    place,
    ranked,
  );
}

/** The smallest comparison or calculation around the place where the engine points, or else with the value that it quotes. */
function findComparison(
  run: ClauseCheck,
  { offset, engineMessage }: EngineErrorFacts,
): ExpressionNode | undefined {
  const quoted = /"([^"]+)"|'([^']+)'/u.exec(engineMessage);
  const value = offset === undefined ? (quoted?.[1] ?? quoted?.[2]) : undefined;
  const literal = value === undefined ? undefined : run.services.driver.dialect.stringLiteral(value);
  const found: ExpressionNode[] = [];
  const { span } = run.subject;
  visitExpressions(run, (node) => {
    if (node.type !== "binary" && node.type !== "in" && node.type !== "between") return;
    if (node.type === "binary" && (node.operator === "AND" || node.operator === "OR")) return;
    const around =
      offset === undefined
        ? literal !== undefined && run.subject.sql.includes(literal)
          ? run.text(node).includes(literal)
          : span.start <= node.start && node.end <= span.end
        : node.start <= offset && offset <= node.end;
    if (around) found.push(node);
  });
  return found.sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

function castsFor(run: ClauseCheck, node: ExpressionNode): readonly Ranked[] {
  if (node.type !== "binary") return [];
  const { dialect } = run.services.driver;
  const sides = [node.left, node.right].map((side) => ({
    side,
    text: run.text(side),
    affinity: affinityOf(run, side),
  }));
  const [left, right] = sides;
  if (!left || !right) return [];
  const ranked: Ranked[] = [];
  const ordering = /^(<|>|<=|>=|\+|-|\*|\/|%)$/u.test(node.operator);
  for (const [a, b] of [
    [left, right],
    [right, left],
  ] as const) {
    if (a.affinity === "text" && isNumeric(b.side, b.affinity)) {
      const quoted = b.side.type === "literal";
      if (quoted && !ordering) {
        ranked.push({
          text: dialect.stringLiteral(b.text),
          replaces: b.text,
          reason: `${a.text} is text`,
          score: 0.95,
        });
      }
      ranked.push({
        text: advised(dialect.toNumber(a.text)),
        replaces: a.text,
        reason: `${a.text} is text`,
        score: ordering ? 0.95 : 0.85,
      });
    }
    if (a.affinity !== undefined && a.affinity !== "text" && /LIKE/u.test(node.operator)) {
      ranked.push({
        text: dialect.toText(a.text),
        replaces: a.text,
        reason: `${a.text} is ${a.affinity}`,
        score: 0.9,
      });
    }
    if (a.affinity === "text" && b.affinity !== undefined && b.affinity !== "text") {
      ranked.push({
        text: dialect.toText(b.text),
        replaces: b.text,
        reason: `${a.text} is text`,
        score: 0.8,
      });
    }
    if (a.affinity === "boolean" && b.side.type === "literal" && b.side.kind === "number") {
      const text = b.side.value === "0" ? "FALSE" : "TRUE";
      ranked.push({ text, replaces: b.text, reason: `${a.text} is boolean`, score: 0.95 });
    }
  }
  return ranked;
}

function isNumeric(side: BinaryNode["left"], affinity: string | undefined): boolean {
  if (side.type === "literal") return side.kind === "number";
  return affinity !== undefined && NUMERIC.has(affinity);
}

function affinityOf(run: ClauseCheck, side: ExpressionNode): string | undefined {
  if (side.type !== "column") return undefined;
  const place = scopedReferences(run).find(({ node }) => node.start === side.start);
  return place && columnAt(place.scope, side)?.column.origin?.column.affinity;
}

/** A literal that its column's type does not read: a date in another form, or a value that lives elsewhere. */
async function valuesFor(run: ClauseCheck, node: ExpressionNode): Promise<readonly Ranked[]> {
  const place = scopedReferences(run).find(
    ({ node: column }) => node.start <= column.start && column.end <= node.end,
  );
  if (!place) return [];
  const [comparison] = comparisonsIn(run, { node, scope: place.scope, place: "where" });
  const ranked: Ranked[] = [];
  for (const literal of comparison?.literals ?? []) {
    if (!comparison || literal.kind !== "string") continue;
    const affinity = comparison.base?.column.affinity;
    if (affinity === "date" || affinity === "datetime") {
      for (const [i, reading] of readDate(literal.value).entries()) {
        const text = advised(run.services.driver.dialect.stringLiteral(dayAsText(reading.date, "%Y-%m-%d")));
        const suggestion = { text, replaces: run.text(literal), reason: "ISO date" };
        const holds = await isThere(run, comparison, suggestion);
        ranked.push({ ...suggestion, score: (holds ? 0.98 : 0.95) - i / 100 });
      }
    } else {
      const advice = await adviseOnValue(run, comparison, literal);
      ranked.push(...advice.map(({ code: _, needsJoin, ...each }) => each));
    }
  }
  return ranked;
}
