import type { Action } from "../../../environment/action.ts";
import { renderCall } from "../../text-actions/tool-signature.ts";

/** How a call loses its form. */
export type MalformedForm = "cut-off" | "lost-quote" | "lost-bracket" | "prose" | "broken-json";

/** How models lose the form of a call, each as a text that they write in place of it. */
const WRITTEN: Readonly<Record<MalformedForm, (call: string, action: Action) => string>> = {
  /** The reply ends in the middle of the last argument. */
  "cut-off": (call) => call.replace(/"?\)$/u, ""),
  /** The quotes of the first argument are not paired. */
  "lost-quote": (call) => call.replace(/"/u, ""),
  "lost-bracket": (call) => call.replace("(", " "),
  prose: (_, { tool, arguments: given }) =>
    `I use ${tool} with ${Object.values(given).map(textOf).join(" and ")}`,
  /** JSON with a comma for a colon. */
  "broken-json": (_, { tool, arguments: given }) =>
    `{"tool", "${tool}", "arguments": ${JSON.stringify(given)}`,
};

export const MALFORMED_FORMS = Object.keys(WRITTEN) as readonly MalformedForm[];

export function malformed(action: Action, form: MalformedForm): string {
  return WRITTEN[form](renderCall(action.tool, action.arguments), action);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
