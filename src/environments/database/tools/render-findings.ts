import { egressScope } from "../../../environment/egress/egress-scope.ts";
import { toldFinding } from "../../../environment/egress/told-observation.ts";
import type { Finding, Suggestion } from "../../../environment/tool-failure.ts";

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

export function renderSuggestions(suggestions: readonly Suggestion[]): string {
  if (suggestions.length === 0) return "";
  const each = suggestions
    .slice(0, 3)
    .map(({ text, reason }) => (reason === undefined ? text : `${text} (${reason})`));
  return ` Try: ${each.join("; ")}`;
}
