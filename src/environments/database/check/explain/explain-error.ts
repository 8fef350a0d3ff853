import { joined, type Marked, ownText, say, written } from "../../../../environment/egress/marks.ts";
import type { FailureCode, MarkedFailure } from "../../../../environment/tool-failure.ts";
import { NARROW } from "../../act-limits.ts";
import type { EngineErrorKind, SqlEngineError } from "../../driver/sql-engine-error.ts";
import { resolveColumn } from "../../sql/scope.ts";
import { contains } from "../clause.ts";
import { answerCacheOf, type ClauseRequest } from "../clause-check.ts";
import { maskedNames } from "../masked.ts";
import { explainAggregateMisuse } from "./explain-aggregate-misuse.ts";
import { explainSyntax } from "./explain-syntax.ts";
import { explainTypeMismatch } from "./explain-type-mismatch.ts";
import { explainUnknownColumn } from "./explain-unknown-column.ts";
import { explainUnknownFunction } from "./explain-unknown-function.ts";
import { explainUnknownTable } from "./explain-unknown-table.ts";
import { columnOf, RefusedClause } from "./explanation.ts";

/** Explains the engine's error in plain words, with the failing part and suggestions that would work. */
export async function explainError(at: ClauseRequest, { facts }: SqlEngineError): Promise<MarkedFailure> {
  const { services, context } = at;
  const namesNothing = facts.kind === "unknown-column" || facts.kind === "unknown-table";
  const hasChanged = namesNothing && ((await services.refreshSchema?.(context.signal)) ?? false);
  await answerCacheOf(services).renew(context.signal);
  const check = new RefusedClause(at, facts);
  const failed = explainMasked(check) ?? (await (EXPLANATIONS[facts.kind] ?? plain)(check));
  const advice = facts.advice === undefined ? [] : [ownText(facts.advice)];
  const sentences = [failed.message, ...(hasChanged ? [SCHEMA_HAS_CHANGED] : []), ...advice];
  return { ...failed, message: joined(sentences, " ") };
}

/** A type error from a masked column: its mask is text whatever type the column declares, and no cast turns the mask into a value. */
function explainMasked(check: RefusedClause): MarkedFailure | undefined {
  const { facts, services, clause, dialect } = check;
  const name = (facts.identifier ?? "").replace(/\(.*$/su, "").trim().toLowerCase();
  const isOfTypes =
    facts.kind === "type-mismatch" || (facts.kind === "unknown-function" && dialect.functions.has(name));
  const [masked] = isOfTypes ? maskedNames(services, clause.sql) : [];
  return masked && check.failure("type-mismatch", masked.message, masked.span);
}

const SCHEMA_HAS_CHANGED = say`The database was changed since its schema was shown: describe_tables shows its tables as they are now.`;

/** Explanations by kind of error. */
const EXPLANATIONS: Readonly<
  Partial<Record<EngineErrorKind, (check: RefusedClause) => Promise<MarkedFailure> | MarkedFailure>>
> = {
  "unknown-column": explainUnknownColumn,
  "unknown-table": explainUnknownTable,
  "ambiguous-column": explainAmbiguousColumn,
  "unknown-function": explainUnknownFunction,
  "aggregate-misuse": explainAggregateMisuse,
  "type-mismatch": explainTypeMismatch,
  syntax: explainSyntax,
};

/** Errors that need no suggestions: a fixed sentence or the engine's own is enough. */
const PLAIN: Readonly<Record<string, readonly [FailureCode, (said: Marked) => Marked]>> = {
  "column-count-mismatch": ["column-count-mismatch", (said) => say`The numbers of columns differ: ${said}.`],
  "not-read-only": ["not-read-only", (said) => say`Only reading is allowed: ${said}.`],
  "multiple-statements": ["multiple-statements", () => say`Give one statement, without a semicolon inside.`],
  "time-limit": ["time-limit", () => say`It ran over its time limit and was stopped.`],
  "too-large": ["too-large", (said) => say`It is too large for the engine: ${said}.`],
};

function plain(check: RefusedClause): MarkedFailure {
  const { kind, identifier } = check.facts;
  const [code, sentence] = PLAIN[kind] ?? ["engine-refused", (said) => say`The engine refused it: ${said}.`];
  const failed = check.failure(code, sentence(check.engineSays), identifier);
  return kind === "time-limit" ? { ...failed, suggestions: [NARROW] } : failed;
}

/** A column name that several tables of the query have. Suggests its qualified names. */
function explainAmbiguousColumn(check: RefusedClause): MarkedFailure {
  const { facts, dialect } = check;
  const { span } = check.clause;
  const identifier = facts.identifier ?? "";
  const name = identifier.slice(identifier.lastIndexOf(".") + 1);
  const places = check.references.flatMap(({ node, scope }) => {
    const found = dialect.sameIdentifier(node.name, name) ? resolveColumn(node, scope) : undefined;
    return found?.kind === "ambiguous" ? [{ node, candidates: found.candidates }] : [];
  });
  const place =
    places.find(({ node }) => node.start === facts.offset) ??
    places.find(({ node }) => contains(span, node)) ??
    places[0];
  if (!place) {
    const message = say`${written(identifier)} is a column of several tables.`;
    return check.failure("ambiguous-column", message, identifier);
  }
  const ranked = place.candidates.map(({ source, column }, i) => ({
    text: ownText(`${source.name ?? ""}.${dialect.identifier(column.name)}`),
    replaces: check.text(place.node),
    reason: columnOf(source),
    score: 0.9 - i / 100,
  }));
  const owners = place.candidates.map(({ source }) => written(source.name ?? ""));
  const message = say`${written(place.node.name)} is a column of ${owners}; say of which.`;
  return check.failure("ambiguous-column", message, place.node, ranked);
}
