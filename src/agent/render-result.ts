import type { Observation, Truncation } from "../environment/observation.ts";
import type { Finding, Suggestion, ToolFailure } from "../environment/tool-failure.ts";
import { visibleLines, visibleText } from "../util/visible-text.ts";

/** More suggestions than this cost more tokens than they help. */
const MOST_SUGGESTIONS = 5;

/**
 * Renders a result for a model: the environment's text, and the findings that it does not contain yet. Each further line starts with one label
 * (`warning:`, `note:`, `try:`, `cut:`), because the text is read many times and each word costs tokens each time.
 */
export function renderObservation(observation: Observation): string {
  return [
    visibleLines(observation.text.trimEnd()),
    ...unsaid(observation, observation.warnings).flatMap((finding) => renderFinding("warning", finding)),
    ...unsaid(observation, observation.notes).flatMap((finding) => renderFinding("note", finding)),
    ...renderTruncation(observation),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** Renders a failure for a model: code, what is wrong, and what to try, best first. */
export function renderFailure(failure: ToolFailure): string {
  if (failure.bare === true) return `error: ${oneLine(failure.message)}`;
  const where = failure.part?.clause === undefined ? "" : ` in ${failure.part.clause}`;
  return [`error ${failure.code}${where}: ${oneLine(failure.message)}`, ...renderSuggestions(failure)].join(
    "\n",
  );
}

function unsaid({ text }: Observation, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ message }) => !text.includes(message) && !text.includes(visibleText(message)));
}

/** The finding's line, and a `try:` line if there are suggestions. */
export function renderFinding(kind: "warning" | "note", finding: Finding): readonly string[] {
  return [`${kind}: ${oneLine(finding.message)}`, ...renderSuggestions(finding)];
}

/** The `try:` line, best suggestion first; none without suggestions. */
export function renderSuggestions({
  suggestions,
}: {
  readonly suggestions: readonly Suggestion[];
}): readonly string[] {
  if (suggestions.length === 0) return [];
  return [`try: ${suggestions.slice(0, MOST_SUGGESTIONS).map(renderSuggestion).join(" | ")}`];
}

function renderSuggestion({ text, replaces, reason }: Suggestion): string {
  const instead = replaces === undefined || replaces === text ? "" : ` instead of ${oneLine(replaces)}`;
  return `${oneLine(text)}${instead}${reason === undefined ? "" : ` (${oneLine(reason)})`}`;
}

function renderTruncation({ text, truncation }: Observation): readonly string[] {
  if (truncation === undefined || text.includes(truncation.howToSeeMore)) return [];
  return [`cut: ${amount(truncation)}; ${oneLine(truncation.howToSeeMore)}`];
}

function amount({ what, shown, total }: Truncation): string {
  const unit = what === "time" ? "milliseconds" : what;
  return total === undefined ? `only the first ${shown} ${unit}` : `${shown} of ${total} ${unit}`;
}

function oneLine(text: string): string {
  return visibleText(text.replace(/\s+/g, " ").trim());
}
