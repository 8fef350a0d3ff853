import type { PermittedHint } from "../../../environment/environment.ts";
import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";
import { isMendable } from "../access/graph-reader.ts";
import { contentWords, relevanceTo } from "../relevance/question-relevance.ts";
import { knownClasses } from "../tools/entity-named.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import type { CandidateAction, Family } from "./candidate-action.ts";
import { comparingIn, cuesIn } from "./cues.ts";
import { actionOf, exploringActions } from "./exploring-actions.ts";
import { type Linking, linkedEntities } from "./linked-entities.ts";
import { attributeActions, relationFilters } from "./relation-filters.ts";
import { setActions } from "./set-actions.ts";
import { actionSubjects } from "./subjects.ts";

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

/**
 * The rules M of decoupled generation (Middleware, Section 3.2): relations and attributes only of subjects for which they were listed, combinations
 * only of variables whose types can meet, nothing that was done already. Finite; what can be done on an entity starts from those that question,
 * thought and workspace name. Types decide, no set is computed.
 */
export async function permittedActions(
  call: ToolCall,
  { task, thought = "", limit }: PermittedHint,
): Promise<readonly (PermittedAction | PermittedSlot)[]> {
  const question = `${task?.question ?? call.state.question ?? ""} ${task?.oracleKnowledge ?? ""}`;
  const linking = await orNothing(linkedEntities([question, thought], call), { entities: [], open: [] });
  const subjects = await actionSubjects(linking.entities, question, call);
  const candidates = [
    ...(await orNothing(exploringActions(subjects, call), [])),
    ...(await orNothing(attributeActions(subjects, `${question} ${thought}`, call), [])),
    ...(await orNothing(relationFilters(subjects, call), [])),
    ...setActions(subjects, call),
    ...(await nameActions({ question, thought }, linking, call)),
    ...importSlots(call),
  ];
  return rankActions(candidates, { question, thought }, limit);
}

/** A list is of use without what the store refused or had no time for. @throws what ends a run */
async function orNothing<T>(work: Promise<T>, nothing: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isMendable(error)) return nothing;
    throw error;
  }
}

/** Values of other environments; shown only where there are others. */
function importSlots({ services: { environment } }: ToolCall) {
  const permitted: PermittedSlot = {
    type: "slot",
    environment,
    tool: "use_values",
    arguments: {},
    argument: "values",
    constraint: { type: "string", format: "reference" },
    label: "use_values(…)",
  };
  return [{ permitted, family: "other" as const, subjects: [], names: [], base: 0 }];
}

/** Searches for the words of the question, and classes to start from. */
async function nameActions(
  asked: { readonly question: string; readonly thought: string },
  { open, entities }: Linking,
  call: ToolCall,
): Promise<readonly CandidateAction[]> {
  const { state, services } = call;
  const { environment } = services;
  const started = state.variables.length > 0 ? -0.5 : 0;
  const known = new Set([...state.searched, ...state.linked.map(({ name }) => name)]);
  const linked = new Set(entities.flatMap(({ span, sure }) => (sure > 0.5 ? contentWords(span) : [])));
  const single = contentWords(asked.question).filter((word) => !linked.has(word));
  const searches = [...new Set([...open, ...single])]
    .filter((text) => !known.has(text))
    .map(
      (text, at): CandidateAction => ({
        permitted: actionOf(environment, "find_entities", { text }, [text]),
        family: "names",
        subjects: [[text]],
        names: [],
        base: started + (at < open.length ? 0.6 : 0) - 0.02 * at,
      }),
    );
  const classSearches = single.map(
    (text, at): CandidateAction => ({
      permitted: actionOf(environment, "find_classes", { text }, [text]),
      family: "other",
      subjects: [[text]],
      names: [],
      base: started - 0.2 - 0.02 * at,
    }),
  );
  const done = new Set(
    state.variables.flatMap(({ tool, arguments: given }) => (tool === "instances" ? [given.class] : [])),
  );
  const classes = (await classesOf(call)).filter(({ text }) => !done.has(text));
  const starts = classes.map(
    ({ text, label }, at): CandidateAction => ({
      permitted: actionOf(environment, "instances", { class: text }, [
        label === "" || label === text ? text : `${text} "${label}"`,
      ]),
      family: "classes",
      subjects: [],
      names: [text, label].filter((name) => name !== ""),
      base: started - 0.01 * Math.min(at, 50),
    }),
  );
  return [anyName(environment, started), ...searches, ...classSearches, ...starts];
}

/** A name that no rule saw in the question or the thought. */
function anyName(environment: string, started: number): CandidateAction {
  return {
    permitted: {
      type: "slot",
      environment,
      tool: "find_entities",
      arguments: {},
      argument: "text",
      constraint: { type: "string", description: "The name to look for, as it is written in the question." },
      label: "find_entities(…)",
    },
    family: "names",
    subjects: [],
    names: [],
    base: started - 0.3,
  };
}

/** Without classes a list is still of use; a schema that takes long is not waited for. */
async function classesOf({ graph, services }: ToolCall) {
  try {
    return await knownClasses(graph, services.names);
  } catch (error) {
    if (isMendable(error)) return [];
    throw error;
  }
}
