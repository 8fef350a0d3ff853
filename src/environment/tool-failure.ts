import type { Marked } from "./egress/marks.ts";

/** The wrong part of an action. `start` and `end` are UTF-16 offsets into the argument's text. */
export interface FailingPart {
  /** Clause of a query: "select", "where", … */
  readonly clause?: string;
  /** Name of the argument. */
  readonly argument?: string;
  /** The failing text. */
  readonly text?: string;
  readonly start?: number;
  readonly end?: number;
}

/** One way to correct a failure; lists of suggestions are ordered best first. */
export interface Suggestion<Text extends string = string> {
  /** Ready to be written in place of `replaces` (or of the failing part's text), or a permitted action. */
  readonly text: Text;
  /** Text of the action that is to be replaced. */
  readonly replaces?: string;
  /** Why this could be meant, in a few words: "column of superhero", "12 rows". */
  readonly reason?: Text;
}

/** An error the model can act on. It never carries stack traces, paths, credentials or raw driver objects. */
export interface ToolFailure<Text extends string = string> {
  /** One of `FAILURE_CODES`. */
  readonly code: FailureCode;
  /** What is wrong, in one or two sentences for the model. */
  readonly message: Text;
  /** The wrong part of the action. */
  readonly part?: FailingPart;
  /** Of `permission-needed`: where the effect would take place, for the person who is asked: `POST https://api.example.com/lists`. Holds no secrets. */
  readonly destination?: string;
  /** The best first; none where nothing is known to help. */
  readonly suggestions: readonly Suggestion<Text>[];
  /** True if prompts omit the code, which then serves records only: for studies without error feedback. */
  readonly bare?: boolean;
}

export function toolFailure<Text extends string>(
  code: FailureCode,
  message: Text,
  part?: FailingPart,
  suggestions: readonly Suggestion<Text>[] = [],
): ToolFailure<Text> {
  return { code, message, ...(part && { part }), suggestions };
}

/** The failure `invalid-arguments` for one argument. */
export function invalidArgument<Text extends string>(
  argument: string,
  message: Text,
  suggestions: readonly Suggestion<Text>[] = [],
): ToolFailure<Text> {
  return { code: "invalid-arguments", message, part: { argument }, suggestions };
}

/** A result or a failure, never both. */
export type OrFailure<T, Text extends string = string> =
  | (T & { readonly failure?: never })
  | ({ readonly failure: ToolFailure<Text> } & { readonly [Name in keyof T]?: never });

/** A remark of a successful action on its own result. */
export interface Finding<Text extends string = string> {
  /** One of `FINDING_CODES`. */
  readonly code: FindingCode;
  /** One or two sentences for the model. */
  readonly message: Text;
  readonly part?: FailingPart;
  readonly suggestions: readonly Suggestion<Text>[];
}

/** With values marked, as environments create them. */
export type MarkedSuggestion = Suggestion<Marked>;
export type MarkedFailure = ToolFailure<Marked>;
export type MarkedFinding = Finding<Marked>;
export type OrMarkedFailure<T> = OrFailure<T, Marked>;

/**
 * The closed set of failures a model may see and act on (error feedback: Middleware, Section 3.2). Anything else ends the run.
 * `docs/errors.md` explains each code; a test holds the two together.
 */
export const FAILURE_CODES = {
  "unknown-tool": "No tool has that name.",
  "invalid-arguments": "An argument is missing, unknown, or of the wrong type.",
  "prerequisite-missing": "Another tool has to be used before this one.",
  "syntax-error": "The text is not valid in this dialect.",
  "unknown-table": "A table that does not exist is named.",
  "unknown-column": "A column that does not exist, or not in the tables at hand, is named.",
  "ambiguous-column": "Several tables at hand have a column of that name.",
  "unknown-function": "The dialect has no such function, or not with these arguments.",
  "type-mismatch": "Values of types that do not go together are combined.",
  "aggregate-misuse": "An aggregate stands where none may, or a bare column stands beside one.",
  "column-count-mismatch":
    "The parts of a set operation, or a CTE and its name list, differ in their number of columns.",
  "unknown-part": "The draft has no part of that name.",
  "not-read-only": "The statement would change something, or is not a query.",
  "multiple-statements": "More than one statement was given where one is expected.",
  "time-limit": "The action ran over its time limit and was stopped.",
  "too-large": "The input or a value in the result is larger than the limits allow.",
  "stale-workspace": "The workspace has been changed since the version that was named.",
  "unknown-workspace":
    "There is no workspace of that name for the caller: never made, expired, or another's.",
  "workspace-busy": "Another call is changing the same workspace and has not ended yet.",
  "workspace-full": "The workspace would grow over its 64 kB limit.",
  "draft-incomplete": "The draft lacks a clause without which it is no query.",
  "effect-unknown": "An external effect was begun and its result never arrived.",
  "no-answer": "The claim names nothing that could be an answer.",
  "engine-refused": "The engine refused the statement for a reason of its own, which is given.",
  "unknown-variable": "No variable of the workspace has that name.",
  "unknown-entity": "Nothing in the knowledge base has that name or identifier.",
  "ambiguous-entity": "Several entities have that name; one has to be named by its identifier.",
  "unknown-class": "No class has that name.",
  "unknown-relation": "The variable has no relation of that name.",
  "unknown-attribute": "The variable has no attribute of that name.",
  "types-cannot-meet": "The two variables hold members that can never be the same.",
  "unknown-reference": "The reference names nothing that another environment holds.",
  "incomplete-result": "The engine cut the result off at a limit of its own, and the rest cannot be had.",
  "not-permitted": "The configuration, or the person who was asked, does not allow this action.",
  "permission-needed": "The action has an effect outside, and the person has not allowed it yet.",
  "unknown-operation": "The document has no such operation.",
  "unknown-response": "No response of that name was received in this workspace.",
  "untraced-argument":
    "An identifier was given that occurs neither in the question nor in any result: it was made up.",
  "response-error": "The server answered with an error, which is given.",
  "server-unreachable": "The server could not be reached, or broke off.",
  "program-failed": "The extraction ended with an error of its own, which is given.",
  "program-stopped": "The extraction ran over its time or memory and was stopped.",
} as const;

/** A key of `FAILURE_CODES`. */
export type FailureCode = keyof typeof FAILURE_CODES;

/**
 * What an observation may add to its result. A `warning` says that something is probably wrong, a `note` that something
 * is worth knowing. `docs/errors.md` explains each code; a test holds the two together.
 */
export const FINDING_CODES = {
  // probably wrong
  "value-not-found": "A literal does not occur in the column it is compared with.",
  "masked-value": "A masked column is named, which reads *** in each row.",
  "empty-result": "The conditions together leave no row; each is reported alone.",
  "join-without-key": "A join compares columns that are no foreign key of each other.",
  "join-no-overlap": "The joined columns have no value in common.",
  "join-missing-condition": "Tables are combined without a condition, so every row meets every other.",
  "text-compared-as-number": "Numbers kept as text are compared, ordered or aggregated as text.",
  "date-format-mismatch":
    "A date literal, function or order does not fit the form in which most cells of the column write their dates.",
  contradiction: "Conditions exclude each other whatever the rows are.",
  "always-true": "A condition keeps every row, so that it does nothing.",
  "constant-condition": "A condition does not depend on any column.",
  "bare-column": "A column beside an aggregate is neither grouped nor determined by the group.",
  "group-is-row": "Every group has exactly one row, so that grouping does nothing.",
  "having-without-aggregate": "A HAVING condition uses no aggregate; it belongs into WHERE.",
  "having-without-group": "HAVING stands without GROUP BY, so that it judges all rows as one group.",
  "order-by-constant": "The ordering does not depend on the rows.",
  "aggregate-of-text": "A sum or average is taken over a column that holds no numbers.",
  "integer-division": "A division of integers drops its fraction.",
  "null-comparison": "A comparison with NULL by = or <> is never true.",
  "quoted-column-as-text": "A quoted word that names no column is read as text by this engine.",
  "fails-when-run": "The engine takes the query and then fails on running it.",
  // worth knowing
  "join-multiplies": "The join yields more rows than either side.",
  "join-drops-rows": "The join drops rows of a table whose key has no match.",
  "text-taken-for-zero": "A cast, a calculation or a mean takes cells that are no numbers for 0.",
  "wildcard-in-pattern":
    "A _ of a pattern, before a digit, stands for any character, and so matches values without it, too.",
  "tie-at-limit":
    "Rows beyond the LIMIT have the same ordering value as the last one shown, and other content.",
  "nulls-present": "The column has NULLs, which the condition or the aggregate leaves out.",
  "result-truncated": "The result was cut off at a limit.",
  "index-incomplete": "The value index is not complete; the answer may miss values.",
  "no-longer-holds": "A clause set before no longer holds after this change.",
  "could-also-mean": "Another reading of the question gives another result, which is told.",
  ties: "Several members share the extreme value, and all are kept.",
  "values-not-matched": "Some of the values handed over name nothing here, or several things.",
  "values-taken-as-keys": "The values handed over were taken as the ends of identifiers.",
  "no-match": "Nothing in the response, or nothing that was searched for, fits.",
  "pages-left": "The response has further pages that were not fetched.",
  "calls-failed": "Of the calls that were made for many values some failed.",
  "values-left": "Not all values that were named were called for.",
  "result-elsewhere": "It was done, and the server says where what came of it can be read.",
  "not-as-documented": "The response differs from what the document says.",
  "sent-nothing": "The request was only shown, not sent.",
  "repeated-action": "The same action was taken before, with this same result.",
  "duplicate-rows": "The result has rows that are equal in every column.",
} as const;

/** A key of `FINDING_CODES`. */
export type FindingCode = keyof typeof FINDING_CODES;
