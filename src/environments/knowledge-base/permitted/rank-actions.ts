import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";
import { relevanceTo } from "../relevance/question-relevance.ts";
import type { CandidateAction, Family } from "./candidate-action.ts";
import { comparingIn } from "./comparing.ts";
import { cuesIn } from "./cues.ts";

/** Of 30 places, so many are kept for each family if it has so many actions; the rest goes to the best of all. */
const KEPT: Readonly<Record<Family, number>> = {
  relations: 4,
  neighbors: 8,
  attributes: 1,
  superlatives: 2,
  filters: 3,
  values: 1,
  sets: 3,
  count: 2,
  names: 1,
  classes: 2,
  other: 0,
};
const KEPT_OF = 30;
const SET_TOOLS = ["intersection", "union", "difference"] as const;
/** Instead, where words ask for it and what they ask for is not said by a name. */
const KEPT_WHEN_ASKED: Readonly<Partial<Record<Family, number>>> = { superlatives: 6, filters: 10, sets: 5 };

/**
 * The actions in the order in which they are likely to be meant, cut to `limit`. What the thought names (tool, variable, entity, relation)
 * counts most, then what the question has to do with them, then how recent they are.
 */
export function rankActions(
  candidates: readonly CandidateAction[],
  asked: { readonly question: string; readonly thought: string },
  limit: number,
): readonly (PermittedAction | PermittedSlot)[] {
  const thought = cuesIn(asked.thought);
  const question = cuesIn(asked.question);
  const nearThought = relevanceTo(asked.thought);
  const nearQuestion = relevanceTo(asked.question);
  const variablesNamed = thought.variables.length > 0;
  const score = ({ permitted, subjects, names, base }: CandidateAction): number => {
    const tool = permitted.type === "action" ? permitted.action.tool : permitted.tool;
    const named = subjects.filter((each) => each.some((name) => thought.mentions(name))).length;
    const missed = subjects.length - named;
    const subject =
      subjects.length === 0 ? 0 : (2 * named) / subjects.length - (variablesNamed && missed > 0 ? 0.5 : 0);
    const said = names.some((name) => thought.mentions(name)) ? 5 : 0;
    const near = (relevance: typeof nearThought) =>
      names.reduce((most, name) => Math.max(most, relevance.score(name)), 0);
    return (
      4 * thought.tool(tool) +
      question.tool(tool) +
      subject +
      said +
      1.5 * near(nearThought) +
      near(nearQuestion) +
      base
    );
  };
  const ranked = candidates
    .map((candidate, at) => ({ candidate, at, score: score(candidate) }))
    .sort((a, b) => b.score - a.score || a.at - b.at);
  if (ranked.length <= limit) return ranked.map(({ candidate }) => candidate.permitted);
  const kept = new Set<(typeof ranked)[number]>();
  const words = cuesIn(`${asked.question} ${asked.thought}`);
  const wanted: Readonly<Partial<Record<Family, boolean>>> = {
    superlatives: words.tool("argmax") + words.tool("argmin") > 0,
    filters: words.tool("filter") > 0 || comparingIn(`${asked.question} ${asked.thought}`).wanted,
    sets: SET_TOOLS.some((tool) => words.tool(tool) > 0),
  };
  for (const family of Object.keys(KEPT) as Family[]) {
    const share = (wanted[family] === true ? KEPT_WHEN_ASKED[family] : undefined) ?? KEPT[family];
    const places = Math.floor((share * limit) / KEPT_OF);
    const own = ranked.filter(({ candidate }) => candidate.family === family);
    for (const each of own.slice(0, places)) kept.add(each);
  }
  for (const each of ranked) if (kept.size < limit) kept.add(each);
  return ranked
    .filter((each) => kept.has(each))
    .slice(0, limit)
    .map(({ candidate }) => candidate.permitted);
}
