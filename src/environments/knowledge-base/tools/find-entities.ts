import { z } from "zod";
import { joined, type Marked, ownText, say, written } from "../../../environment/egress/marks.ts";
import { withLinked, withSearched } from "../knowledge-base-state.ts";
import type { NameTier } from "../triple-store/triple-store.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
import { type Candidate, describeCandidates, distinctTerms } from "./subject.ts";

const MOST_MATCHES = 10;

/** How the name matches the text; empty for an exact match. */
const TIERS = {
  exact: "",
  folded: "other case or accents",
  words: "same words",
  abbreviation: "abbreviation",
  typo: "near spelling",
} as const satisfies Record<NameTier, string>;

export const findEntities = defineTool({
  name: "find_entities",
  description:
    "Entities with this name or one near it, best first: identifier, name, classes, number of facts.",
  group: "navigational",
  essential: true,
  workspace: "writes",
  input: z.strictObject({ text: z.string() }),
  output: z.object({
    entities: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        classes: z.array(z.string()),
        facts: z.int().optional(),
        /** The matching name; `tier` says how it matches. */
        matched: z.string(),
        tier: z.string(),
      }),
    ),
    complete: z.boolean(),
  }),
  async run({ text }, call): Promise<ToolOutcome> {
    const wanted = text.trim().replace(/^(["'`])(.*)\1$/su, "$2");
    const { matches, complete } = await call.graph.find(wanted, { limit: MOST_MATCHES, among: "entities" });
    const candidates = await describeCandidates(distinctTerms(matches), call);
    const { limitation } = call.services.store.labelSearch;
    const exact = candidates.filter(({ match }) => match.tier === "exact" || match.tier === "folded");
    const unsure = ownText(exact.length === 0 ? limitation : "");
    const head =
      candidates.length === 0
        ? say`No entity is named "${written(wanted)}" or nearly so.`
        : exact.length === 0
          ? say`No entity is named "${written(wanted)}"; the nearest:`
          : undefined;
    return {
      observation: observe(
        [head, ...candidates.map(toldCandidate).map(candidateLine), unsure],
        {
          entities: candidates.map(toldCandidate).map(({ id, name, match, label, classes }) => ({
            id,
            name: label,
            classes,
            ...(match.weight === undefined ? {} : { facts: match.weight }),
            matched: name,
            tier: ownText(match.tier),
          })),
          complete,
        },
        {
          notes: complete
            ? []
            : [{ code: "index-incomplete", message: say`Not all names could be searched.`, suggestions: [] }],
        },
      ),
      state: withLinked(withSearched(call.state, wanted), linkedNames(wanted, exact, call)),
    };
  },
});

/** Links a name to its entity if only one has it; among several, the model chooses by identifier. */
function linkedNames(text: string, exact: readonly Candidate[], { state }: ToolCall) {
  const [only] = exact;
  const name = exact.length === 1 ? text : undefined;
  if (only === undefined) return [];
  return [
    name !== undefined && !state.linked.some((each) => each.name === name)
      ? { name, term: only.match.term }
      : undefined,
    ...exact.map(({ id, match }) => ({ name: id, term: match.term })),
  ];
}

/** A candidate, redacted for models. */
const toldCandidate = ({ id, match, label, classes }: Candidate) => ({
  id: written(id),
  name: written(match.name),
  label: written(label),
  match,
  classes,
});

/** `wd:Q64 "Berlin": city, capital; 14212 facts (near spelling)`. */
function candidateLine({ id, name, match, label, classes }: ReturnType<typeof toldCandidate>): Marked {
  const how = [
    match.alias ? say`also called "${name}"` : label === name || label === id ? say`` : say`"${name}"`,
    ownText(TIERS[match.tier]),
  ].filter((part) => part !== "");
  const facts = match.weight === undefined ? say`` : say`${match.weight} facts`;
  const about = joined(
    [joined(classes, ", "), facts].filter((part) => part !== ""),
    "; ",
  );
  const title = label === id ? "" : say` "${label}"`;
  return say`${id}${title}${about === "" ? "" : say`: ${about}`}${how.length === 0 ? "" : say` (${joined(how, "; ")})`}`;
}
