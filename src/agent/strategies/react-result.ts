import type { Action } from "../../environment/action.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { Advice, TranscriptItem } from "../policy-request.ts";
import { renderFailure, renderObservation } from "../render-result.ts";
import { NOT_HANDED_IN } from "./react-feedback.ts";
import { ask, conclude, type ReactState, type ReactStep, told } from "./react-state.ts";

export type Result = Extract<TranscriptItem, { type: "result" }>;

/** Takes in what became of an action; goes on when it was the last of its step. */
export function takeResult(state: ReactState, command: string, result: Result): ReactStep {
  const { environment } = result.action;
  const after: ReactState = {
    ...state,
    transcript: [...state.transcript, result],
    waiting: state.waiting.filter((waiting) => waiting !== command),
    lastEnvironment: state.environments.includes(environment) ? environment : state.lastEnvironment,
  };
  if (after.waiting.length > 0) return { state: after, commands: [] };
  const { ahead, ...rest } = after;
  if (ahead === undefined) return ask(rest);
  return lastStepIsClean(rest.transcript) ? conclude(rest, ahead) : ask(told(rest, NOT_HANDED_IN));
}

export function failedResult(id: string, action: Action, failure: ToolFailure): Result {
  const text = renderFailure(failure);
  return { type: "result", id, action, text, failed: true, failure: failure.code, ...adviceOf([failure]) };
}

export function observedResult(
  id: string,
  { action, observation }: Extract<RunEvent, { type: "action-observed" }>,
): Result {
  const { warnings } = observation;
  return {
    type: "result",
    id,
    action,
    text: renderObservation(observation),
    failed: false,
    warnings: warnings.map(({ code }) => code),
    ...adviceOf(warnings),
  };
}

function adviceOf(found: readonly Advice[]): { readonly advice?: Advice } {
  const first = found.find(({ suggestions }) => suggestions.length > 0);
  if (first === undefined) return {};
  const { part, suggestions } = first;
  return { advice: part === undefined ? { suggestions } : { part, suggestions } };
}

function lastStepIsClean(transcript: readonly TranscriptItem[]): boolean {
  const from = transcript.findLastIndex((item) => item.type === "step");
  return transcript
    .slice(from)
    .every((item) => item.type !== "result" || (!item.failed && (item.warnings ?? []).length === 0));
}
