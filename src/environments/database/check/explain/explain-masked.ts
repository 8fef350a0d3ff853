import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { MASK } from "../../privacy/shadow-table.ts";
import type { ExpressionNode, Span } from "../../sql/query-tree.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { areMasked, hasMasked, maskedColumnAt } from "../masked.ts";
import { type BaseColumn, columnTitle } from "../query-scope.ts";
import { type Complaint, failure } from "./explanation.ts";
import { scopedReferences, visitExpressions } from "./scoped-references.ts";

const CONNECTING = new Set(["AND", "OR", "XOR"]);

/**
 * A refusal for the types of a masked column's values, which are texts whatever the column is declared as: no cast makes a value of `***`.
 * Undefined where no masked column stands where the engine points.
 */
export function explainMasked(complaint: Complaint): ToolFailure | undefined {
  const { run, facts } = complaint;
  if (!hasMasked(run.services) || !isKnown(complaint)) return undefined;
  const references = scopedReferences(run).flatMap(({ node, scope }) => {
    const masked = maskedColumnAt(scope, node);
    return masked === undefined ? [] : [{ node, masked }];
  });
  if (references.length === 0) return undefined;
  const inside = ({ start, end }: Span) =>
    references.filter(({ node }) => start <= node.start && node.end <= end).map(({ masked }) => masked);
  const place = placesOf(complaint).find((node) => inside(node).length > 0);
  if (place) return failed(complaint, place, inside(place));
  if (!facts.engineMessage.includes(MASK)) return undefined;
  const [first] = references;
  const own = inside(run.subject.span);
  return own.length > 0
    ? failed(complaint, run.subject.span, own)
    : first && failed(complaint, first.node, [first.masked]);
}

/** A function that the engine does not have at all is missing whatever it is given. */
function isKnown({ run, facts: { kind, identifier = "" } }: Complaint): boolean {
  const name = identifier.replace(/\(.*$/su, "").trim();
  return kind !== "unknown-function" || run.services.driver.dialect.functions.has(name.toLowerCase());
}

/** Calls, comparisons and calculations around the place where the engine points, the smallest first; else those that it may mean. */
function placesOf({ run, facts }: Complaint): readonly ExpressionNode[] {
  const { offset, engineMessage } = facts;
  if (offset === undefined && quotesConstant(run, engineMessage)) return [];
  const found: ExpressionNode[] = [];
  const { span } = run.subject;
  visitExpressions(run, (node) => {
    if (node.type === "column" || node.type === "literal" || node.type === "subquery") return;
    if (node.type === "binary" && CONNECTING.has(node.operator)) return;
    if (node.type === "unary" && /NULL$/u.test(node.operator)) return;
    const isAround =
      offset === undefined
        ? span.start <= node.start && node.end <= span.end && isMeant(node, engineMessage)
        : node.start <= offset && offset <= node.end;
    if (isAround) found.push(node);
  });
  return found.sort((a, b) => a.end - a.start - (b.end - b.start));
}

/** A call is meant where it is named. */
function isMeant(node: ExpressionNode, message: string): boolean {
  return node.type !== "call" || message.toLowerCase().includes(node.name.toLowerCase());
}

/** `Could not convert string 'abc'`: the value is one that the statement has. */
function quotesConstant({ services, subject }: ClauseCheck, message: string): boolean {
  const quoted = /"([^"]+)"|'([^']+)'/u.exec(message);
  const value = quoted?.[1] ?? quoted?.[2];
  return value !== undefined && subject.sql.includes(services.driver.dialect.stringLiteral(value));
}

function failed(complaint: Complaint, place: Span, masked: readonly BaseColumn[]): ToolFailure {
  const them = new Set(masked.map(columnTitle)).size === 1 ? "it" : "them";
  const message =
    `${areMasked(masked)}: ${MASK} stands in place of each value, so that ${complaint.run.text(place)} cannot be computed, and no cast helps. ` +
    `Leave ${them} out here; only whether there is a value (IS NULL, COUNT) can be asked.`;
  return failure(complaint, "type-mismatch", message, place);
}
