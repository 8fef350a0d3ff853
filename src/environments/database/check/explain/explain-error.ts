import type { ActContext } from "../../../../environment/act-context.ts";
import type { FailureCode, ToolFailure } from "../../../../environment/tool-failure.ts";
import { NARROW } from "../../act-limits.ts";
import type { DatabaseServices } from "../../database-services.ts";
import type { SqlEngineError } from "../../driver/sql-engine-error.ts";
import { resolveColumn } from "../../sql/build-scope.ts";
import type { Clause } from "../clause.ts";
import { ClauseCheck, type EngineQuestions } from "../clause-check.ts";
import { maskedNames } from "../masked.ts";
import { explainAggregateMisuse } from "./explain-aggregate-misuse.ts";
import { explainSyntax } from "./explain-syntax.ts";
import { explainTypeMismatch } from "./explain-type-mismatch.ts";
import { explainUnknownColumn } from "./explain-unknown-column.ts";
import { explainUnknownFunction } from "./explain-unknown-function.ts";
import { explainUnknownTable } from "./explain-unknown-table.ts";
import { type Complaint, failure } from "./explanation.ts";
import { scopedReferences } from "./scoped-references.ts";

/** What the engine refused, in plain words, with the failing part and what would work. */
export async function explainError(
  services: DatabaseServices,
  questions: EngineQuestions,
  error: SqlEngineError,
  clause: Clause,
  context: ActContext,
): Promise<ToolFailure> {
  const { kind, advice } = error.facts;
  const namesNothing = kind === "unknown-column" || kind === "unknown-table";
  const hasChanged = namesNothing && ((await services.refreshSchema?.(context.signal)) ?? false);
  await questions.renew(context.signal);
  const check = new ClauseCheck(services, questions, clause, context);
  const complaint = { check, facts: error.facts };
  const failed = explainMasked(complaint) ?? (await explained(complaint));
  const more = [hasChanged ? SCHEMA_HAS_CHANGED : undefined, advice].filter((text) => text !== undefined);
  return { ...failed, message: [failed.message, ...more].join(" ") };
}

/** A refusal for the types of a masked column's values, which are texts whatever the column is declared as: no cast makes a value of the mask. */
function explainMasked(complaint: Complaint): ToolFailure | undefined {
  const { check, facts } = complaint;
  const { services, clause } = check;
  const name = (facts.identifier ?? "").replace(/\(.*$/su, "").trim().toLowerCase();
  const isOfTypes =
    facts.kind === "type-mismatch" ||
    (facts.kind === "unknown-function" && services.driver.dialect.functions.has(name));
  const [masked] = isOfTypes ? maskedNames(services, clause.sql) : [];
  return masked && failure(complaint, "type-mismatch", masked.message, masked.span);
}

const SCHEMA_HAS_CHANGED =
  "The database was changed since its schema was shown: describe_tables shows its tables as they are now.";

async function explained(complaint: Complaint): Promise<ToolFailure> {
  switch (complaint.facts.kind) {
    case "unknown-column":
      return explainUnknownColumn(complaint);
    case "unknown-table":
      return explainUnknownTable(complaint);
    case "ambiguous-column":
      return explainAmbiguousColumn(complaint);
    case "unknown-function":
      return explainUnknownFunction(complaint);
    case "aggregate-misuse":
      return explainAggregateMisuse(complaint);
    case "type-mismatch":
      return explainTypeMismatch(complaint);
    case "syntax":
      return explainSyntax(complaint);
    default:
      return plain(complaint);
  }
}

/** Refusals for which the engine's own sentence says enough. */
const PLAIN: Readonly<Record<string, readonly [FailureCode, string]>> = {
  "column-count-mismatch": ["column-count-mismatch", "The numbers of columns differ: #."],
  "not-read-only": ["not-read-only", "Only reading is allowed: #."],
  "multiple-statements": ["multiple-statements", "Give one statement, without a semicolon inside."],
  "time-limit": ["time-limit", "It ran over its time limit and was stopped."],
  "too-large": ["too-large", "It is too large for the engine: #."],
};

function plain(complaint: Complaint): ToolFailure {
  const { kind, engineMessage, identifier } = complaint.facts;
  const [code, message] = PLAIN[kind] ?? ["engine-refused", "The engine refused it: #."];
  const failed = failure(
    complaint,
    code,
    message.replace("#", () => engineMessage),
    identifier,
  );
  return kind === "time-limit" ? { ...failed, suggestions: [NARROW] } : failed;
}

/** A column that several tables at hand have: its qualified names. */
function explainAmbiguousColumn(complaint: Complaint): ToolFailure {
  const { check, facts } = complaint;
  const { dialect } = check.services.driver;
  const written = facts.identifier ?? "";
  const { span } = check.clause;
  const places = scopedReferences(check).flatMap(({ node, scope }) => {
    const found = resolveColumn(node, scope);
    const isMeant = dialect.sameIdentifier(node.name, written.slice(written.lastIndexOf(".") + 1));
    return found.kind === "ambiguous" && isMeant ? [{ node, candidates: found.candidates }] : [];
  });
  const place =
    places.find(({ node }) => node.start === facts.offset) ??
    places.find(({ node }) => span.start <= node.start && node.end <= span.end) ??
    places[0];
  if (!place)
    return failure(complaint, "ambiguous-column", `${written} is a column of several tables.`, written);
  const ranked = place.candidates.map(({ source, column }, i) => ({
    text: `${source.name ?? ""}.${dialect.identifier(column.name)}`,
    replaces: check.text(place.node),
    reason: `column of ${source.table?.name ?? source.name ?? "the subquery"}`,
    score: 0.9 - i / 100,
  }));
  const owners = place.candidates.map(({ source }) => source.name).join(", ");
  const message = `${place.node.name} is a column of ${owners}; say of which.`;
  return failure(complaint, "ambiguous-column", message, place.node, ranked);
}
