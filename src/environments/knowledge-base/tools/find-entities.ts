import { z } from "zod";
import { toldName } from "../../../environment/egress/egress-scope.ts";
import { withLinked, withSearched } from "../knowledge-base-state.ts";
import type { NameTier } from "../triple-store/triple-store.ts";
import { type Candidate, describeCandidates, distinctTerms } from "./entity-named.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";

const MOST_MATCHES = 10;

/** How the name and the text go together, where it is not simply the name. */
const TIERS: Readonly<Record<NameTier, string>> = {
  exact: "",
  folded: "other case or accents",
  words: "same words",
  abbreviation: "abbreviation",
  typo: "near spelling",
};

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
        /** The name that is like the text, and how. */
        matched: z.string(),
        tier: z.string(),
      }),
    ),
    complete: z.boolean(),
  }),
  async run({ text }, call): Promise<ToolOutcome> {
    const written = text.trim().replace(/^(["'`])(.*)\1$/su, "$2");
    const { matches, complete } = await call.graph.find(written, { limit: MOST_MATCHES, among: "entities" });
    const candidates = await describeCandidates(distinctTerms(matches), call);
    const { limitation } = call.services.store.labelSearch;
    const exact = candidates.filter(({ match }) => match.tier === "exact" || match.tier === "folded");
    const unsure = exact.length === 0 ? limitation : "";
    const head =
      candidates.length === 0
        ? `No entity is named "${written}" or nearly so.`
        : exact.length === 0
          ? `No entity is named "${written}"; the nearest:`
          : undefined;
    return {
      observation: observe(
        [head, ...candidates.map(toldCandidate).map(candidateLine), unsure],
        {
          entities: candidates.map(toldCandidate).map(({ id, match, label, classes }) => ({
            id,
            name: label,
            classes,
            ...(match.weight === undefined ? {} : { facts: match.weight }),
            matched: match.name,
            tier: match.tier,
          })),
          complete,
        },
        {
          notes: complete
            ? []
            : [{ code: "index-incomplete", message: "Not all names could be searched.", suggestions: [] }],
        },
      ),
      state: withLinked(withSearched(call.state, written), linkedNames(written, exact, call)),
    };
  },
});

/** A name that only one entity has is linked to it; of several, the model names one by its identifier. */
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

const toldCandidate = ({ id, match, label, classes }: Candidate): Candidate => ({
  id: toldName(id),
  match: { ...match, name: toldName(match.name) },
  label: toldName(label),
  classes,
});

/** `wd:Q64 "Berlin": city, capital; 14212 facts (near spelling)`. */
function candidateLine({ id, match, label, classes }: Candidate): string {
  const how = [
    match.alias
      ? `also called "${match.name}"`
      : label === match.name || label === id
        ? ""
        : `"${match.name}"`,
    TIERS[match.tier],
  ].filter((part) => part !== "");
  const facts = match.weight === undefined ? "" : `${match.weight} facts`;
  const told = [classes.join(", "), facts].filter((part) => part !== "").join("; ");
  const name = label === id ? "" : ` "${label}"`;
  return `${id}${name}${told === "" ? "" : `: ${told}`}${how.length === 0 ? "" : ` (${how.join("; ")})`}`;
}
