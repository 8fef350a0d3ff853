import { type Marked, ownText, say } from "../../../../environment/egress/marks.ts";
import type { MarkedFailure } from "../../../../environment/tool-failure.ts";
import type { BinaryNode, ExpressionNode } from "../../sql/query-tree.ts";
import { contains } from "../clause.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { comparisonsIn } from "../comparisons.ts";
import { isoDate, readDate } from "../date-pattern.ts";
import { isThere } from "../findings/dates.ts";
import { baseAt, type Ranked, type RefusedClause } from "./explanation.ts";

/** Operands whose types the engine does not compare or combine. Suggests a cast, quotes, or the date in ISO form. */
export async function explainTypeMismatch(check: RefusedClause): Promise<MarkedFailure> {
  const place = findComparison(check);
  const casts = place?.type === "binary" ? castsFor(check, place) : [];
  const ranked = place ? [...casts, ...(await isoDates(check, place))] : [];
  const message = say`The types do not go together: ${check.engineSays}.`;
  return check.failure("type-mismatch", message, place ?? check.clause.span, ranked);
}

/** The smallest comparison or calculation around the engine's offset, or else with the value that its message quotes. */
function findComparison(check: RefusedClause): ExpressionNode | undefined {
  const { offset, engineMessage } = check.facts;
  const { span, sql } = check.clause;
  const [, value = ""] = /["']([^"']+)["']/u.exec(engineMessage) ?? [];
  const literal = check.dialect.stringLiteral(value);
  const isMeant = (node: ExpressionNode): boolean => {
    if (offset !== undefined) return node.start <= offset && offset <= node.end;
    return sql.includes(literal) ? check.text(node).includes(literal) : contains(span, node);
  };
  return check.nodes
    .filter((node) => /^(binary|in|between)$/u.test(node.type) && isMeant(node))
    .filter((node) => node.type !== "binary" || !/^(AND|OR)$/u.test(node.operator))
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

const NUMERIC = /^(integer|real|decimal)$/u;

/** Casts for each side of an operation, by the types of both; quotes for a number, and TRUE for 1. */
function castsFor(check: ClauseCheck, { operator, left, right }: BinaryNode): readonly Ranked[] {
  const { dialect } = check;
  const isOrdering = /^(<|>|<=|>=|\+|-|\*|\/|%)$/u.test(operator);
  const ranked: Ranked[] = [];
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const [type, otherType] = [one, other].map((side) => baseAt(check, side)?.column.affinity);
    const [own, literal] = [check.text(one), check.text(other)];
    const kind = other.type === "literal" ? other.kind : undefined;
    const add = (isMeant: boolean, replaces: string, text: string, score: number) => {
      const reason = say`${check.shown(one)} is ${ownText(String(type))}`;
      if (isMeant) ranked.push({ text: ownText(text), replaces, reason, score });
    };
    const isNumber = kind === "number" || NUMERIC.test(otherType ?? "");
    if (type === "text") {
      add(kind === "number" && !isOrdering, literal, dialect.stringLiteral(literal), 0.95);
      add(isNumber, own, dialect.toNumber(own), isOrdering ? 0.95 : 0.85);
      add(otherType !== undefined && otherType !== "text", literal, dialect.toText(literal), 0.8);
    } else if (type !== undefined) {
      add(operator.includes("LIKE"), own, dialect.toText(own), 0.9);
      add(type === "boolean" && kind === "number", literal, literal === "0" ? "FALSE" : "TRUE", 0.95);
    }
  }
  return ranked;
}

/** Suggests the ISO form of a date that is compared with a date column. Of two readings, the one that meets rows comes first. */
async function isoDates(check: ClauseCheck, node: ExpressionNode): Promise<readonly Ranked[]> {
  const place = check.references.find(({ node: column }) => contains(node, column));
  const [comparison] = place ? comparisonsIn(check, { ...place, node }) : [];
  if (!comparison || !/^date(time)?$/u.test(comparison.base?.column.affinity ?? "")) return [];
  const ranked: Ranked[] = [];
  for (const literal of comparison.literals) {
    for (const [i, { date }] of readDate(literal.value).entries()) {
      const text: Marked = ownText(check.dialect.stringLiteral(isoDate(date)));
      const suggestion = { text, replaces: check.text(literal), reason: say`ISO date` };
      const holds = await isThere(check, comparison, suggestion);
      ranked.push({ ...suggestion, score: (holds ? 0.98 : 0.95) - i / 100 });
    }
  }
  return ranked;
}
