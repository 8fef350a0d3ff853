import type { ActContext } from "../../environment/act-context.ts";
import { splitReference } from "../../environment/references.ts";
import type { Suggestion, ToolFailure } from "../../environment/tool-failure.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { type Referable, referable } from "./referable.ts";
import type { ReferenceSources } from "./reference-sources.ts";

/** References named in the message; the newest come first. */
const MOST_NAMED = 10;
const MOST_SUGGESTIONS = 3;

/** The failure of a reference that names nothing, with what the other environments hold. */
export async function unknownReference(
  reference: string,
  acting: string,
  sources: ReferenceSources,
  context: ActContext,
): Promise<ToolFailure> {
  const known = await referable(acting, sources, context);
  const shown = known.slice(0, MOST_NAMED).map(({ text }) => text);
  const more = known.length > shown.length ? `, and ${known.length - shown.length} more` : "";
  const own = splitReference(reference)?.environment === acting;
  const message = [
    own
      ? `"${reference}" belongs to ${acting} itself; only what another environment holds is handed over by reference.`
      : `There is nothing by the reference "${reference}".`,
    known.length === 0 ? "No other environment holds a result yet." : `There is: ${shown.join(", ")}${more}.`,
  ].join(" ");
  return {
    code: "unknown-reference",
    message,
    part: { text: reference },
    suggestions: suggestionsFor(reference, known),
  };
}

/** The nearest ones; where none is near, the newest. */
function suggestionsFor(reference: string, known: readonly Referable[]): readonly Suggestion[] {
  const texts = known.map(({ text }) => text);
  const near = nearestNames(reference, texts, { limit: MOST_SUGGESTIONS }).map(({ name }) => name);
  const chosen = near.length > 0 ? near : texts.slice(0, MOST_SUGGESTIONS);
  return known
    .filter(({ text }) => chosen.includes(text))
    .sort((a, b) => chosen.indexOf(a.text) - chosen.indexOf(b.text))
    .map(({ text, reason }) => ({ text, replaces: reference, reason }));
}
