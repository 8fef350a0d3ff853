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
