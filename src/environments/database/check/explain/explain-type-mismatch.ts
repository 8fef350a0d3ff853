import { advised } from "../../../../environment/egress/egress-scope.ts";
import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import type { EngineErrorFacts } from "../../driver/sql-engine-error.ts";
import { columnsOf } from "../../sql/column-references.ts";
import { dayAsText } from "../../sql/date-pattern-text.ts";
import type { ExpressionNode } from "../../sql/query-tree.ts";
import { contains } from "../clause.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { comparisonsIn } from "../comparisons.ts";
import { writesItsDates } from "../date-form.ts";
import { readDate } from "../date-pattern.ts";
import { dateCall, isThere, readingIsoDays, writtenDateForm } from "../dates.ts";
import { columnAt, columnTitle } from "../query-scope.ts";
import { adviseOnValue } from "../value-advice.ts";
import type { Ranked, RefusedClause } from "./explanation.ts";

/**
 * A cell that is a day and that a cast or function in the query does not read: how its column writes its days, and what reads them. Undefined
 * for all other complaints.
 */
async function explainUnreadDate(check: RefusedClause): Promise<ToolFailure | undefined> {
  const { facts } = check;
  const [, cell = ""] = /["']([^"']+)["']/u.exec(facts.engineMessage) ?? [];
  if (readDate(cell).length === 0) return undefined;
  const calls = check.nodes.flatMap((node) => {
    const [column] = node.type === "cast" || node.type === "call" ? columnsOf(node) : [];
    const scope = column && check.references.find((each) => each.node.start === column.start)?.scope;
    return (scope && dateCall(check, node, scope)) ?? [];
  });
  for (const call of calls.sort((a, b) => a.node.end - a.node.start - (b.node.end - b.node.start))) {
    const report = await writtenDateForm(check, call.base);
    if (!report) continue;
    const name = columnTitle(call.base);
    const message = `The engine does not read the days of ${name}: ${facts.engineMessage}. The column ${writesItsDates(report)}.`;
    const text = readingIsoDays(check, call, report);
    const suggestion = { replaces: check.text(call.node), reason: `reads the days of ${name}`, score: 0.95 };
    return check.failure("type-mismatch", message, call.node, text ? [{ ...suggestion, text }] : []);
  }
  return undefined;
}

const NUMERIC = new Set(["integer", "real", "decimal"]);

/** Values of types that do not go together: the cast, the quotes, or the value in the column's own form. */
export async function explainTypeMismatch(check: RefusedClause): Promise<ToolFailure> {
  const { facts } = check;
  const unread = await explainUnreadDate(check);
  if (unread) return unread;
  const place = findComparison(check, facts);
  const ranked = place ? [...castsFor(check, place), ...(await valuesFor(check, place))] : [];
  const message = `The types do not go together: ${facts.engineMessage}.`;
  return check.failure("type-mismatch", message, place ?? check.clause.span, ranked);
}

/** The smallest comparison or calculation around the place where the engine points, or else with the value that it quotes. */
function findComparison(
  check: ClauseCheck,
  { offset, engineMessage }: EngineErrorFacts,
): ExpressionNode | undefined {
  const quoted = /"([^"]+)"|'([^']+)'/u.exec(engineMessage);
  const value = offset === undefined ? (quoted?.[1] ?? quoted?.[2]) : undefined;
  const literal = value === undefined ? undefined : check.dialect.stringLiteral(value);
  const { span, sql } = check.clause;
  const found = check.nodes.filter((node) => {
    if (node.type !== "binary" && node.type !== "in" && node.type !== "between") return false;
    if (node.type === "binary" && (node.operator === "AND" || node.operator === "OR")) return false;
    if (offset !== undefined) return node.start <= offset && offset <= node.end;
    const isQuoted = literal !== undefined && sql.includes(literal);
    return isQuoted ? check.text(node).includes(literal) : contains(span, node);
  });
  return found.sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

function castsFor(check: ClauseCheck, node: ExpressionNode): readonly Ranked[] {
  if (node.type !== "binary") return [];
  const sides = [node.left, node.right].map((side) => ({
    side,
    text: check.text(side),
    affinity: affinityOf(check, side),
  }));
  const isOrdering = /^(<|>|<=|>=|\+|-|\*|\/|%)$/u.test(node.operator);
  return [sides, sides.toReversed()].flatMap(([a, b]) => {
    if (!a || !b) return [];
    const isText = a.affinity === "text";
    const isOther = a.affinity !== undefined && !isText;
    const literal = b.side.type === "literal" ? b.side : undefined;
    const reason = `${a.text} is ${a.affinity}`;
    const ranked: Ranked[] = [];
    const add = (isMeant: boolean, replaces: string, text: string, score: number) => {
      if (isMeant) ranked.push({ text: advised(text), replaces, reason, score });
    };
    const isNumber = isNumeric(b.side, b.affinity);
    add(
      isText && isNumber && literal !== undefined && !isOrdering,
      b.text,
      check.dialect.stringLiteral(b.text),
      0.95,
    );
    add(isText && isNumber, a.text, check.dialect.toNumber(a.text), isOrdering ? 0.95 : 0.85);
    add(isOther && node.operator.includes("LIKE"), a.text, check.dialect.toText(a.text), 0.9);
    add(
      isText && b.affinity !== undefined && b.affinity !== "text",
      b.text,
      check.dialect.toText(b.text),
      0.8,
    );
    const truth = literal?.value === "0" ? "FALSE" : "TRUE";
    add(a.affinity === "boolean" && literal?.kind === "number", b.text, truth, 0.95);
    return ranked;
  });
}

function isNumeric(side: ExpressionNode, affinity: string | undefined): boolean {
  if (side.type === "literal") return side.kind === "number";
  return affinity !== undefined && NUMERIC.has(affinity);
}

function affinityOf(check: ClauseCheck, side: ExpressionNode): string | undefined {
  if (side.type !== "column") return undefined;
  const place = check.references.find(({ node }) => node.start === side.start);
  return place && columnAt(place.scope, side)?.column.origin?.column.affinity;
}

/** A literal that its column's type does not read: a date in another form, or a value that lives elsewhere. */
async function valuesFor(check: ClauseCheck, node: ExpressionNode): Promise<readonly Ranked[]> {
  const place = check.references.find(({ node: column }) => contains(node, column));
  if (!place) return [];
  const [comparison] = comparisonsIn(check, { ...place, node });
  const ranked: Ranked[] = [];
  for (const literal of comparison?.literals ?? []) {
    if (!comparison || literal.kind !== "string") continue;
    const affinity = comparison.base?.column.affinity;
    if (affinity === "date" || affinity === "datetime") {
      for (const [i, reading] of readDate(literal.value).entries()) {
        const text = advised(check.dialect.stringLiteral(dayAsText(reading.date, "%Y-%m-%d")));
        const suggestion = { text, replaces: check.text(literal), reason: "ISO date" };
        const holds = await isThere(check, comparison, suggestion);
        ranked.push({ ...suggestion, score: (holds ? 0.98 : 0.95) - i / 100 });
      }
    } else {
      const advice = await adviseOnValue(check, { comparison, literal });
      ranked.push(...advice.map(({ code: _, isSpelling, ...each }) => each));
    }
  }
  return ranked;
}
