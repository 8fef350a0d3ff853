import type { Observation } from "./observation.ts";
import type { ToolFailure } from "./tool-failure.ts";
import { WORKSPACE_LIMIT_BYTES } from "./workspace.ts";

/** The observation with its text cut at the last whole line within `limit` characters, which is said. */
export function boundedObservation(
  observation: Observation,
  limit: number,
  howToSeeMore: string,
): Observation {
  if (observation.text.length <= limit) return observation;
  const end = observation.text.lastIndexOf("\n", limit);
  const text = observation.text.slice(0, end > limit / 2 ? end : limit);
  return {
    ...observation,
    text: `${text}\n… (cut off at ${limit} characters)`,
    truncation: observation.truncation ?? {
      what: "characters",
      shown: text.length,
      total: observation.text.length,
      howToSeeMore,
    },
  };
}

/** `what` would grow over the limit of workspaces. */
export function workspaceFull(what: string): ToolFailure {
  return {
    code: "workspace-full",
    message: `The ${what} would grow over ${WORKSPACE_LIMIT_BYTES / 1024} kB.`,
    suggestions: [],
  };
}
