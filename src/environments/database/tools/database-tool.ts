import type { ActContext } from "../../../environment/act-context.ts";
import {
  type ToolOutcome as AnyToolOutcome,
  type RunnableTool,
  toolFor,
} from "../../../environment/define-tool.ts";
import { egressScope } from "../../../environment/egress/egress-scope.ts";
import { toldFinding } from "../../../environment/egress/told-observation.ts";
import type { Finding, Suggestion } from "../../../environment/tool-failure.ts";
import type { ClauseChecker } from "../check/create-clause-checker.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { DatabaseState } from "../database-state.ts";

export { observe } from "../../../environment/define-tool.ts";

/** What a tool of the database works with. */
export interface ToolCall {
  readonly state: DatabaseState;
  readonly services: DatabaseServices;
  readonly checker: ClauseChecker;
  readonly context: ActContext;
}

export type ToolOutcome = AnyToolOutcome<DatabaseState>;
export type DatabaseTool = RunnableTool<ToolCall, DatabaseState>;

export const defineTool = toolFor<DatabaseState, ToolCall>();

/** Findings as lines; a finding's suggestions stand behind it. */
export function renderFindings(warnings: readonly Finding[], notes: readonly Finding[]): readonly string[] {
  return [
    ...warnings.map((finding) => line("Warning", finding)),
    ...notes.map((finding) => line("Note", finding)),
  ];
}

function line(word: string, finding: Finding): string {
  const scope = egressScope();
  const { message, suggestions } = scope === undefined ? finding : toldFinding(finding, scope);
  // What the message says already is not said twice.
  const others = suggestions.filter(({ text }) => !message.includes(text));
  return `${word}: ${message}${renderSuggestions(others)}`;
}

function renderSuggestions(suggestions: readonly Suggestion[]): string {
  if (suggestions.length === 0) return "";
  const each = suggestions
    .slice(0, 3)
    .map(({ text, reason }) => (reason === undefined ? text : `${text} (${reason})`));
  return ` Try: ${each.join("; ")}`;
}
