import type { ActContext, ReferencedValues } from "../environment/act-context.ts";
import type { Action } from "../environment/action.ts";
import type { Environment } from "../environment/environment.ts";
import { splitReference } from "../environment/references.ts";
import type { Tool } from "../environment/tool.ts";
import type { OrFailure, Suggestion, ToolFailure } from "../environment/tool-failure.ts";
import { nearestNames } from "../util/nearest-names.ts";
import {
  levelOf,
  mayHandOver,
  type Referable,
  type ReferenceSources,
  referable,
  referencesIn,
} from "./references.ts";

/**
 * Has the environments that an action's references name put their values where the acting environment can read them. Nothing of them comes near
 * a prompt or a trajectory.
 */
export async function resolveReferences(
  action: Action,
  tool: Tool,
  sources: ReferenceSources,
  context: ActContext,
): Promise<OrFailure<{ readonly references?: ReadonlyMap<string, ReferencedValues> }>> {
  const written = referencesIn(action, tool);
  if (written.length === 0) return {};
  const references = new Map<string, ReferencedValues>();
  for (const reference of written) {
    const parts = splitReference(reference);
    const source = sources.environments.find(
      ({ id }) => id === parts?.environment && id !== action.environment,
    );
    const acting = sources.environments.find(({ id }) => id === action.environment);
    if (source !== undefined && acting !== undefined && !mayHandOver(source, acting))
      return { failure: withheldThere(reference, source, acting) };
    const capability = source?.capabilities.references;
    const workspace = sources.workspaces.get(source?.id ?? "");
    const read =
      capability === undefined || workspace === undefined
        ? undefined
        : await capability.read(workspace, parts?.name ?? "", context);
    if (read?.values !== undefined) references.set(reference, { ...read.values, reference });
    else if (read === undefined || read.failure.code === "unknown-reference") {
      return { failure: await unknownReference(reference, action.environment, sources, context) };
    } else return { failure: { ...read.failure, part: { text: reference, ...read.failure.part } } };
  }
  return { references };
}

function withheldThere(reference: string, source: Environment, acting: Environment): ToolFailure {
  return {
    code: "not-permitted",
    message: `Values of ${source.id} are withheld (egress ${levelOf(source)}), and ${acting.id} would show them (egress ${levelOf(acting)}): they cannot be handed over.`,
    part: { text: reference },
    suggestions: [],
  };
}

/** References named in the message; the newest come first. */
const MOST_NAMED = 10;
const MOST_SUGGESTIONS = 3;

/** The failure of a reference that names nothing, with what the other environments hold. */
async function unknownReference(
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
