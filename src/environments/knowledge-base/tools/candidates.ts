import { toldName } from "../../../environment/egress/egress-scope.ts";
import type { Suggestion } from "../../../environment/tool-failure.ts";
import { identifierOf } from "../access/term-name.ts";
import type { NameMatch } from "../store/label-search.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";

/** An entity that a name may stand for. */
export interface Candidate {
  readonly id: string;
  readonly match: NameMatch;
  /** What the entity is called, where it was found by another name. */
  readonly label: string;
  /** Names of its classes, at most three. */
  readonly classes: readonly string[];
}

const MOST_CLASSES = 3;

/** With the classes of each, by which a model tells them apart. */
export async function describeCandidates(
  matches: readonly NameMatch[],
  { graph, services }: Pick<ToolCall, "graph" | "services">,
): Promise<readonly Candidate[]> {
  const labels = await graph.termNames(matches.map(({ term }) => term));
  return Promise.all(
    matches.map(async (match, at) => {
      const { classes } = await graph.summarize({ op: "terms", terms: [match.term] });
      const named = await graph.iriNames(classes.slice(0, MOST_CLASSES).map((each) => each.class));
      return {
        id: identifierOf(match.term, services.names),
        match,
        label: labels[at] ?? match.name,
        classes: named,
      };
    }),
  );
}

export function suggestionsOf(candidates: readonly Candidate[], replaces: string): readonly Suggestion[] {
  return candidates.map(({ id, match, label, classes }) => {
    const reason = [toldName(label === id ? match.name : label), ...classes]
      .filter((part) => part !== id)
      .join(", ");
    return { text: id, replaces, ...(reason === "" ? {} : { reason }) };
  });
}
