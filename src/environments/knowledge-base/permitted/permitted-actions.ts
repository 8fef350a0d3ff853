import type { Action } from "../../../environment/action.ts";
import type { PermittedHint } from "../../../environment/environment.ts";
import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";
import { foldText } from "../../../util/fold-text.ts";
import type { Json } from "../../../util/json.ts";
import { unlessRefused } from "../access/graph-reader.ts";
import { knownClasses } from "../access/known-classes.ts";
import { contentWords, relevanceTo } from "../relevance/question-relevance.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { type CandidateAction, Candidates, OPEN, wordGiven } from "./candidates.ts";
import { comparingIn, cuesIn } from "./cues.ts";
import { type Linking, linkedEntities } from "./linked-entities.ts";
import { attributeActions, relationActions, relationFilters } from "./path-actions.ts";
import { setActions } from "./set-actions.ts";
import { type ActionSubject, actionSubjects } from "./subjects.ts";

/**
 * Places of 30 that are reserved for each family of tools; the rest goes to the best actions overall. `asked` replaces `places` if the words
 * suggest the tool.
 */
const KEPT: readonly {
  readonly tools: readonly string[];
  readonly places: number;
  readonly asked?: number;
}[] = [
  { tools: ["get_relations"], places: 4 },
  { tools: ["get_neighbors"], places: 8 },
  { tools: ["get_attributes"], places: 1 },
  { tools: ["argmax", "argmin"], places: 2, asked: 6 },
  { tools: ["filter"], places: 3, asked: 10 },
  { tools: ["values"], places: 1 },
  { tools: ["intersection", "union", "difference"], places: 3, asked: 5 },
  { tools: ["count"], places: 2 },
  { tools: ["find_entities"], places: 1 },
  { tools: ["instances"], places: 2 },
];
const KEPT_OF = 30;

const toolOf = ({ permitted }: Pick<CandidateAction, "permitted">): string =>
  permitted.type === "action" ? permitted.action.tool : permitted.tool;

/**
 * Ranks the actions by likelihood, and cuts them to `limit`. Mentions in the thought (tool, variable, entity, relation)
 * count most, then relevance to the question, then recency.
 */
function rankActions(
  candidates: readonly CandidateAction[],
  asked: { readonly question: string; readonly thought: string },
  limit: number,
): readonly (PermittedAction | PermittedSlot)[] {
  const thought = cuesIn(asked.thought);
  const question = cuesIn(asked.question);
  const nearThought = relevanceTo(asked.thought);
  const nearQuestion = relevanceTo(asked.question);
  const variablesNamed = thought.variables.length > 0;
  const score = (candidate: CandidateAction): number => {
    const { subjects, names, base } = candidate;
    const tool = toolOf(candidate);
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
  const all = `${asked.question} ${asked.thought}`;
  const words = cuesIn(all);
  const wanted = (tool: string) => words.tool(tool) > 0 || (tool === "filter" && comparingIn(all).wanted);
  for (const { tools, places, asked: more = places } of KEPT) {
    const share = tools.some(wanted) ? more : places;
    const own = ranked.filter(({ candidate }) => tools.includes(toolOf(candidate)));
    for (const each of own.slice(0, Math.floor((share * limit) / KEPT_OF))) kept.add(each);
  }
  for (const each of ranked) if (kept.size < limit) kept.add(each);
  return ranked
    .filter((each) => kept.has(each))
    .slice(0, limit)
    .map(({ candidate }) => candidate.permitted);
}

/**
 * The rules M of decoupled generation (Middleware, Section 3.2): relations and attributes only of subjects for which they were listed, combinations
 * only of variables with compatible types, no repeated actions. The list is finite: entities are only those named in question,
 * thought and workspace. Types decide; no set is computed.
 */
export async function permittedActions(
  call: ToolCall,
  { task, thought = "", written = [], limit }: PermittedHint,
): Promise<readonly (PermittedAction | PermittedSlot)[]> {
  const question = `${task?.question ?? call.state.question ?? ""} ${task?.oracleKnowledge ?? ""}`;
  // The list is useful even if the store refuses the lookups or runs out of time.
  const linking = await unlessRefused(linkedEntities([question, thought], call), { entities: [], open: [] });
  const subjects = await actionSubjects(linking.entities, question, call);
  const candidates = new Candidates(call, subjects);
  const words = `${question} ${thought}`;
  const actions = [
    ...(await unlessRefused(relationActions(subjects, call, candidates), [])),
    ...(await unlessRefused(attributeActions(subjects, words, call, candidates), [])),
    ...(await unlessRefused(relationFilters(subjects, call, candidates), [])),
    ...setActions(subjects, call, candidates),
    ...(await nameActions(question, linking, call, candidates)),
    // Values of other environments; shown only if there are any.
    ...candidates.of("use_values", { values: OPEN }, 0, { constraint: { format: "reference" } }),
  ];
  const all = [...subjects.variables, ...subjects.entities];
  const first = written.flatMap((action) => asWritten(action, actions, all) ?? []).slice(0, limit);
  return [...first, ...rankActions(actions, { question, thought }, limit - first.length)];
}

/** A written action, if one of the candidates does the same or becomes it; entities may be called by any of their names. */
function asWritten(
  action: Action,
  candidates: readonly CandidateAction[],
  subjects: readonly ActionSubject[],
): PermittedAction | undefined {
  const argumentOf = (value: Json): Json => {
    if (typeof value !== "string") return value;
    const name = foldText(value);
    const called = subjects.filter((each) => each.called.some((one) => foldText(one) === name));
    return called.length === 1 && called[0] !== undefined ? called[0].argument : value;
  };
  const given = Object.entries(action.arguments).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value, argumentOf(value)]] as const],
  );
  const found = candidates.find(({ permitted }) => {
    const fixed = permitted.type === "action" ? permitted.action.arguments : permitted.arguments;
    const open = permitted.type === "action" ? undefined : permitted;
    const { enum: names } = open?.constraint ?? {};
    return (
      toolOf({ permitted }) === action.tool &&
      given.length === Object.keys(fixed).length + (open === undefined ? 0 : 1) &&
      given.every(([name, values]) =>
        name === open?.argument
          ? !Array.isArray(names) || names.includes(values[0])
          : values.some((value) => value === fixed[name]),
      )
    );
  });
  if (found === undefined) return undefined;
  const { label } = found.permitted;
  return { type: "action", action, label };
}

/** Searches for the words of the question, and classes to start from. */
async function nameActions(
  question: string,
  { open, entities }: Linking,
  { state, graph, services }: ToolCall,
  candidates: Candidates,
): Promise<readonly CandidateAction[]> {
  const started = state.variables.length > 0 ? -0.5 : 0;
  const known = new Set([...state.searched, ...state.linked.map(({ name }) => name)]);
  const linked = new Set(entities.flatMap(({ span, sure }) => (sure > 0.5 ? contentWords(span) : [])));
  const single = contentWords(question).filter((word) => !linked.has(word));
  const searched = [...new Set([...open, ...single])].filter((text) => !known.has(text));
  const classes = await unlessRefused(knownClasses(graph, services.names), []);
  const constraint = { description: "The name to look for, as it is written in the question." };
  return [
    // For a name that no rule found in the question or the thought.
    ...candidates.of("find_entities", { text: OPEN }, started - 0.3, { constraint }),
    ...searched.flatMap((text, at) => {
      const base = started + (at < open.length ? 0.6 : 0) - 0.02 * at;
      return candidates.of("find_entities", { text: wordGiven(text) }, base);
    }),
    ...single.flatMap((text, at) =>
      candidates.of("find_classes", { text: wordGiven(text) }, started - 0.2 - 0.02 * at),
    ),
    ...classes.flatMap((each, at) =>
      candidates.of("instances", { class: each }, started - 0.01 * Math.min(at, 50)),
    ),
  ];
}
