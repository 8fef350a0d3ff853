import type { ActContext } from "../../../environment/act-context.ts";
import {
  type ToolOutcome as AnyToolOutcome,
  type RunnableTool,
  toolFor,
} from "../../../environment/define-tool.ts";
import { isWholeHere, joined, type Marked, say } from "../../../environment/egress/marks.ts";
import type { MarkedFinding, MarkedSuggestion } from "../../../environment/tool-failure.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { DatabaseState } from "../database-state.ts";

export { observe } from "../../../environment/define-tool.ts";

/** State, services and context of one tool call. */
export interface ToolCall {
  readonly state: DatabaseState;
  readonly services: DatabaseServices;
  readonly context: ActContext;
}

export type ToolOutcome = AnyToolOutcome<DatabaseState, Marked>;
export type DatabaseTool = RunnableTool<ToolCall, DatabaseState, Marked>;

export const defineTool = toolFor<DatabaseState, ToolCall, Marked>();

/** Findings as lines, each with its suggestions at the end. */
export function renderFindings(
  warnings: readonly MarkedFinding[],
  notes: readonly MarkedFinding[],
): readonly Marked[] {
  return [
    ...warnings.map((finding) => line("Warning", finding)),
    ...notes.map((finding) => line("Note", finding)),
  ];
}

function line(word: "Warning" | "Note", finding: MarkedFinding): Marked {
  const { message, suggestions } = finding;
  // Leaves out suggestions that the message repeats, and those with a value that must not leave here.
  const others = suggestions.filter(({ text }) => isWholeHere(text) && !message.includes(text));
  return say`${word}: ${message}${renderSuggestions(others)}`;
}

function renderSuggestions(suggestions: readonly MarkedSuggestion[]): Marked {
  if (suggestions.length === 0) return say``;
  const each = suggestions
    .slice(0, 3)
    .map(({ text, reason }) => (reason === undefined ? text : say`${text} (${reason})`));
  return say` Try: ${joined(each, "; ")}`;
}
