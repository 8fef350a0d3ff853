import type { ActContext } from "../../../../environment/act-context.ts";
import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { NARROW } from "../../act-limits.ts";
import type { DatabaseServices } from "../../database-services.ts";
import type { SqlEngineError } from "../../driver/sql-engine-error.ts";
import { resolveColumn } from "../../sql/build-scope.ts";
import type { Clause } from "../clause.ts";
import { ClauseCheck, type EngineQuestions } from "../clause-check.ts";
import { explainAggregateMisuse } from "./explain-aggregate-misuse.ts";
import { explainMasked } from "./explain-masked.ts";
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
  subject: Clause,
  context: ActContext,
): Promise<ToolFailure> {
  const { kind, advice } = error.facts;
  const namesNothing = kind === "unknown-column" || kind === "unknown-table";
  const hasChanged = namesNothing && ((await services.refreshSchema?.(context.signal)) ?? false);
  const run = await ClauseCheck.begin(services, questions, subject, context);
  const failed = await explained({ run, facts: error.facts });
  const more = [hasChanged ? SCHEMA_HAS_CHANGED : undefined, advice].filter((text) => text !== undefined);
  return { ...failed, message: [failed.message, ...more].join(" ") };
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
      return explainMasked(complaint) ?? explainUnknownFunction(complaint);
    case "aggregate-misuse":
      return explainAggregateMisuse(complaint);
    case "type-mismatch":
      return explainMasked(complaint) ?? explainTypeMismatch(complaint);
    case "syntax":
      return explainSyntax(complaint);
    default:
      return plain(complaint);
  }
}

/** Refusals for which the engine's own sentence says enough. */
function plain(complaint: Complaint): ToolFailure {
  const { kind, engineMessage, identifier } = complaint.facts;
  switch (kind) {
    case "column-count-mismatch":
      return failure(
        complaint,
        "column-count-mismatch",
        `The numbers of columns differ: ${engineMessage}.`,
        undefined,
      );
    case "not-read-only":
      return failure(complaint, "not-read-only", `Only reading is allowed: ${engineMessage}.`, identifier);
    case "multiple-statements":
      return failure(
        complaint,
        "multiple-statements",
        "Give one statement, without a semicolon inside.",
        undefined,
      );
    case "time-limit":
      return {
        ...failure(complaint, "time-limit", "It ran over its time limit and was stopped.", undefined),
        suggestions: [NARROW],
      };
    case "too-large":
      return failure(complaint, "too-large", `It is too large for the engine: ${engineMessage}.`, undefined);
    default:
      return failure(complaint, "engine-refused", `The engine refused it: ${engineMessage}.`, identifier);
  }
}

/** A column that several tables at hand have: its qualified names. */
function explainAmbiguousColumn(complaint: Complaint): ToolFailure {
  const { run, facts } = complaint;
  const { dialect } = run.services.driver;
  const written = facts.identifier ?? "";
  const { span } = run.subject;
  const places = scopedReferences(run).flatMap((each) => {
    const found = resolveColumn(each.node, each.scope);
    return found.kind === "ambiguous" &&
      dialect.sameIdentifier(each.node.name, written.slice(written.lastIndexOf(".") + 1))
      ? [{ node: each.node, candidates: found.candidates }]
      : [];
  });
  const place =
    places.find(({ node }) => node.start === facts.offset) ??
    places.find(({ node }) => span.start <= node.start && node.end <= span.end) ??
    places[0];
  if (!place)
    return failure(complaint, "ambiguous-column", `${written} is a column of several tables.`, written);
  const ranked = place.candidates.map(({ source, column }, i) => ({
    text: `${source.name ?? ""}.${dialect.identifier(column.name)}`,
    replaces: run.text(place.node),
    reason: `column of ${source.table?.name ?? source.name ?? "the subquery"}`,
    score: 0.9 - i / 100,
  }));
  const owners = place.candidates.map(({ source }) => source.name).join(", ");
  return failure(
    complaint,
    "ambiguous-column",
    `${place.node.name} is a column of ${owners}; say of which.`,
    place.node,
    ranked,
  );
}
