import { advised } from "../../../../environment/egress/egress-scope.ts";
import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import type { EngineErrorFacts } from "../../driver/sql-engine-error.ts";
import { dayAsText } from "../../sql/date-pattern-text.ts";
import type { BinaryNode, ExpressionNode } from "../../sql/query-tree.ts";
import { comparisonsIn } from "../comparisons.ts";
import { isThere } from "../date-advice.ts";
import { readDate } from "../date-pattern.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { columnAt } from "../query-scope.ts";
import { adviseOnValue } from "../value-advice.ts";
import { visitExpressions } from "./all-expressions.ts";
import { explainUnreadDate } from "./explain-unread-date.ts";
import { type Complaint, failure, type Ranked } from "./explanation.ts";
import { scopedReferences } from "./scoped-references.ts";

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
  run: InspectionRun,
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

function castsFor(run: InspectionRun, node: ExpressionNode): readonly Ranked[] {
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

function affinityOf(run: InspectionRun, side: ExpressionNode): string | undefined {
  if (side.type !== "column") return undefined;
  const place = scopedReferences(run).find(({ node }) => node.start === side.start);
  return place && columnAt(place.scope, side)?.column.origin?.column.affinity;
}

/** A literal that its column's type does not read: a date in another form, or a value that lives elsewhere. */
async function valuesFor(run: InspectionRun, node: ExpressionNode): Promise<readonly Ranked[]> {
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
