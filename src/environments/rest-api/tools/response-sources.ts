import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { RestApiState } from "../rest-api-state.ts";

/** Responses that one extraction reads: each is read whole. */
const MOST_RESPONSES = 20;

/** A response or an extraction of the workspace. */
export interface Source {
  readonly name: string;
  readonly body: RestApiState["calls"][number]["body"];
}

/** What a text such as `r1, e2` names, each once; a failure that names what there is where it names anything else. */
export function sourcesOf(
  written: string,
  { calls, extractions }: RestApiState,
): { readonly found: readonly Source[] } | { readonly failure: ToolFailure } {
  const known: readonly Source[] = [
    ...calls.map(({ name, body }) => ({ name, body })),
    ...extractions.map(({ name, value }) => ({ name, body: value })),
  ];
  const named = written
    .split(/[\s,;]+|\band\b/u)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  // The same response, named again, is read once.
  const names = [...new Map(named.map((name) => [name.toLowerCase(), name])).values()];
  if (names.length > MOST_RESPONSES) return { failure: tooMany(names.length) };
  const found = names.map((name) => known.find((each) => each.name.toLowerCase() === name.toLowerCase()));
  const at = found.indexOf(undefined);
  if (at < 0 && found.length > 0) return { found: found as readonly Source[] };
  const all = known.map(({ name }) => name);
  const wrong = names[at] ?? written;
  return {
    failure: {
      code: "unknown-response",
      message: `There is no response "${wrong}".${all.length === 0 ? " Nothing was called yet." : ` There are: ${all.join(", ")}.`}`,
      part: { argument: "response", text: wrong },
      suggestions: nearestNames(wrong, all, { limit: 3 })
        .map(({ name }) => name)
        .concat(all.slice(-1))
        .slice(0, 3)
        .map((text) => ({ text, replaces: wrong })),
    },
  };
}

function tooMany(many: number): ToolFailure {
  return {
    code: "too-large",
    message: `extract reads at most ${MOST_RESPONSES} responses at once; ${many} are named. Take less of each first, as e1, e2, …, and read those.`,
    part: { argument: "response" },
    suggestions: [],
  };
}
