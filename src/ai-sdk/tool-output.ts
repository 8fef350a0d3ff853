import type { ToolResultPart } from "ai";
import { asData } from "../agent/prompts/data-marks.ts";
import { renderFailure, renderObservation } from "../agent/render-result.ts";
import type { Observation } from "../environment/observation.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";

/** What the tools of `createTools` return: plain JSON, so that it can be sent to a client and stored with the messages. */
export type ToolOutput =
  | { readonly observation: Observation; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly observation?: never };

/** What a model reads of it. A function of the output alone: stored messages are converted in processes that never ran the tool. */
export function modelOutput({ observation, failure }: ToolOutput): ToolResultPart["output"] {
  return failure === undefined
    ? { type: "text", value: asData(renderObservation(observation)) }
    : { type: "error-text", value: asData(renderFailure(failure)) };
}

/** An output that is words and little else. */
export function said(text: string, data: Observation["data"] = {}): ToolOutput {
  return { observation: { text, data, warnings: [], notes: [] } };
}
