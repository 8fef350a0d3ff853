import type { FailureCode } from "../../environment/failure-codes.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { ReactState } from "./react-state.ts";

/** A place of the search at which the policy decides, with what it takes to stand there again. */
export type Place = {
  /** The event that the workspaces are gone back to. */
  readonly asOf: number;
  /** Items of the transcript before the policy was asked here. */
  readonly items: number;
  readonly assumptions: readonly string[];
  readonly lastEnvironment: string;
  /** What was tried from here and came to nothing. */
  readonly tried: readonly string[];
};

export function placeOf({ transcript, assumptions, lastEnvironment }: ReactState, asOf: number): Place {
  return { asOf, items: transcript.length, assumptions, lastEnvironment, tried: [] };
}

/** The conversation as it was at a place; what the person has said and allowed meanwhile stays known. */
export function standingAt(
  base: ReactState,
  { items, assumptions, lastEnvironment }: Place,
  command: string,
): ReactState {
  const { ahead: _, ...rest } = base;
  const transcript = base.transcript.slice(0, items);
  return { ...rest, transcript, assumptions, lastEnvironment, waiting: [command] };
}

/** Failures that come before anything has left for outside. */
const NOT_BEGUN: readonly FailureCode[] = [
  "permission-needed",
  "not-permitted",
  "invalid-arguments",
  "untraced-argument",
  "unknown-operation",
  "unknown-reference",
  "prerequisite-missing",
];

/** True where an action that was announced as an effect was refused before it was begun. */
export function wasNotBegun(event: RunEvent): boolean {
  return event.type === "action-failed" && NOT_BEGUN.includes(event.failure.code);
}

/** How many steps in a row have come to nothing but failures, the last included. */
export function failuresInRow(before: number, { transcript }: ReactState, refused: boolean): number {
  const from = transcript.findLastIndex(({ type }) => type === "step");
  const results = transcript.slice(from).filter((item) => item.type === "result");
  const failed = results.every((result) => result.failed);
  if (refused) return failed ? before + 1 : 1;
  return failed && results.length > 0 ? before + 1 : 0;
}

/** What was last said of a failure. */
export function lastWords({ transcript }: ReactState): string {
  const last = transcript.findLast(
    (item) => item.type === "feedback" || (item.type === "result" && item.failed),
  );
  return last?.type === "feedback" || last?.type === "result" ? last.text : "";
}

/** True where going back is of no use: only a final answer can come in the step that is left. */
export function isLate({ steps, stepLimit }: ReactState): boolean {
  return steps >= stepLimit - 1;
}
