import type { FailureCode, ToolFailure } from "../../../../environment/tool-failure.ts";
import { NARROW } from "../../act-limits.ts";
import type { EngineErrorKind, SqlEngineError } from "../../driver/sql-engine-error.ts";
import { resolveColumn } from "../../sql/build-scope.ts";
import { contains } from "../clause.ts";
import type { ClauseAtHand } from "../clause-check.ts";
import { maskedNames } from "../masked.ts";
import { explainAggregateMisuse } from "./explain-aggregate-misuse.ts";
import { explainSyntax } from "./explain-syntax.ts";
import { explainTypeMismatch } from "./explain-type-mismatch.ts";
import { explainUnknownColumn } from "./explain-unknown-column.ts";
import { explainUnknownFunction } from "./explain-unknown-function.ts";
import { explainUnknownTable } from "./explain-unknown-table.ts";
import { RefusedClause } from "./explanation.ts";

/** What the engine refused, in plain words, with the failing part and what would work. */
export async function explainError(at: ClauseAtHand, { facts }: SqlEngineError): Promise<ToolFailure> {
  const { services, questions, context } = at;
  const namesNothing = facts.kind === "unknown-column" || facts.kind === "unknown-table";
  const hasChanged = namesNothing && ((await services.refreshSchema?.(context.signal)) ?? false);
  await questions.renew(context.signal);
  const check = new RefusedClause(at, facts);
  const failed = explainMasked(check) ?? (await (EXPLANATIONS[facts.kind] ?? plain)(check));
  const more = [hasChanged ? SCHEMA_HAS_CHANGED : undefined, facts.advice].filter(
    (text) => text !== undefined,
  );
  return { ...failed, message: [failed.message, ...more].join(" ") };
}

/** A refusal for the types of a masked column's values, which are texts whatever the column is declared as: no cast makes a value of the mask. */
function explainMasked(check: RefusedClause): ToolFailure | undefined {
  const { facts, services, clause, dialect } = check;
  const name = (facts.identifier ?? "").replace(/\(.*$/su, "").trim().toLowerCase();
  const isOfTypes =
    facts.kind === "type-mismatch" || (facts.kind === "unknown-function" && dialect.functions.has(name));
  const [masked] = isOfTypes ? maskedNames(services, clause.sql) : [];
  return masked && check.failure("type-mismatch", masked.message, masked.span);
}

const SCHEMA_HAS_CHANGED =
  "The database was changed since its schema was shown: describe_tables shows its tables as they are now.";

/** What explains a refusal, by its kind. */
const EXPLANATIONS: Readonly<
  Partial<Record<EngineErrorKind, (check: RefusedClause) => Promise<ToolFailure> | ToolFailure>>
> = {
  "unknown-column": explainUnknownColumn,
  "unknown-table": explainUnknownTable,
  "ambiguous-column": explainAmbiguousColumn,
  "unknown-function": explainUnknownFunction,
  "aggregate-misuse": explainAggregateMisuse,
  "type-mismatch": explainTypeMismatch,
  syntax: explainSyntax,
};

/** Refusals for which the engine's own sentence says enough. */
const PLAIN: Readonly<Record<string, readonly [FailureCode, string]>> = {
  "column-count-mismatch": ["column-count-mismatch", "The numbers of columns differ: #."],
  "not-read-only": ["not-read-only", "Only reading is allowed: #."],
  "multiple-statements": ["multiple-statements", "Give one statement, without a semicolon inside."],
  "time-limit": ["time-limit", "It ran over its time limit and was stopped."],
  "too-large": ["too-large", "It is too large for the engine: #."],
};

function plain(check: RefusedClause): ToolFailure {
  const { kind, engineMessage, identifier } = check.facts;
  const [code, message] = PLAIN[kind] ?? ["engine-refused", "The engine refused it: #."];
  const sentence = message.replace("#", () => engineMessage);
  const failed = check.failure(code, sentence, identifier);
  return kind === "time-limit" ? { ...failed, suggestions: [NARROW] } : failed;
}

/** A column that several tables at hand have: its qualified names. */
function explainAmbiguousColumn(check: RefusedClause): ToolFailure {
  const { facts, dialect } = check;
  const { span } = check.clause;
  const written = facts.identifier ?? "";
  const name = written.slice(written.lastIndexOf(".") + 1);
  const places = check.references.flatMap(({ node, scope }) => {
    const found = dialect.sameIdentifier(node.name, name) ? resolveColumn(node, scope) : undefined;
    return found?.kind === "ambiguous" ? [{ node, candidates: found.candidates }] : [];
  });
  const place =
    places.find(({ node }) => node.start === facts.offset) ??
    places.find(({ node }) => contains(span, node)) ??
    places[0];
  if (!place) return check.failure("ambiguous-column", `${written} is a column of several tables.`, written);
  const ranked = place.candidates.map(({ source, column }, i) => ({
    text: `${source.name ?? ""}.${dialect.identifier(column.name)}`,
    replaces: check.text(place.node),
    reason: `column of ${source.table?.name ?? source.name ?? "the subquery"}`,
    score: 0.9 - i / 100,
  }));
  const owners = place.candidates.map(({ source }) => source.name).join(", ");
  const message = `${place.node.name} is a column of ${owners}; say of which.`;
  return check.failure("ambiguous-column", message, place.node, ranked);
}
