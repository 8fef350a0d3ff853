import type { GraphTerm, GraphTriple, Neighbourhood } from "../../environment/graph-capability.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { foldText } from "../../util/fold-text.ts";
import type { JsonObject } from "../../util/json.ts";
import type { PolicyContext } from "../policy.ts";
import type { RoundData } from "../policy-request.ts";
import { taskPrompt } from "../prompts/task-prompt.ts";
import { TRIPLES_RULES, triplesPrompt } from "../prompts/triples-prompt.ts";
import { readAnswerList } from "../text-actions/read-answer-list.ts";
import type { ModelConversation } from "./model-conversation.ts";
import { mostLike } from "./most-like.ts";
import type { Round } from "./round.ts";

/** Steps from an entity (Middleware, Section 5.4). */
const HOPS = 3;
/** Triples among which the most similar ones are looked for. */
const MOST_FOUND = 5000;
const MOST_RESTS_ON = 20;

type Data = Extract<RoundData, { type: "triples" }>;

/**
 * The triples around the entities that are most like the question, and the question.
 * @throws FuxiError `usage` where the run has no knowledge base, several environments, or one whose values may not be told
 */
export async function triplesRound(
  data: Data,
  context: PolicyContext,
  { options }: Pick<ModelConversation, "options">,
): Promise<Round> {
  const { task, act } = context;
  const found = await neighbourhood(data, context);
  const written = writer(found);
  const lines = found.triples.map(({ subject, predicate, object }) =>
    [written(subject), predicate, written(object)].join(" | "),
  );
  const { embedding } = options;
  const like = await mostLike(task.question, lines, {
    signal: act.signal,
    ...(embedding === undefined ? {} : { embedding }),
  });
  const chosen = like.places.slice(0, data.triples);
  const shown = chosen.flatMap((place) => found.triples[place] ?? []);
  const entities = found.entities.map(written);
  const facts = triplesPrompt({
    lines: chosen.map((place) => lines[place] ?? ""),
    found: lines.length,
    cut: found.cut,
    entities,
  });
  return {
    system: TRIPLES_RULES,
    user: `${entities.length === 0 ? NOTHING_FOUND : facts}\n\n${taskPrompt({ task, descriptions: [] })}`,
    form: 'End with a line such as Answer: ["name"].',
    read(text) {
      const list = readAnswerList(text);
      if (list === undefined) return undefined;
      const { answers, restsOn } = membersOf(list.names, shown, written);
      const output: JsonObject = {
        answers,
        rests_on: restsOn,
        triples: shown.length,
        triples_found: lines.length,
        neighbourhood_cut: found.cut,
        ranked_by: embedding === undefined ? "words" : `${embedding.provider}/${embedding.modelId}`,
        entities,
        ...(found.unknown.length === 0 ? {} : { unknown_entities: found.unknown }),
        ...(like.tokens === undefined ? {} : { embedding_tokens: like.tokens }),
      };
      return { thought: list.thought, actions: [], output };
    },
  };
}

const NOTHING_FOUND = "No entity of the question was found in the graph, so there are no facts.";

async function neighbourhood(
  { entities }: Data,
  { environments, task, act }: PolicyContext,
): Promise<Neighbourhood> {
  const [environment, ...more] = environments;
  const graph = environment?.capabilities.graph;
  if (environment === undefined || graph?.triplesAround === undefined || more.length > 0) {
    throw new FuxiError(
      "usage",
      "A prompt of triples is made of one knowledge base, and of nothing beside it.",
      { hint: "Ask one knowledge base, or use the strategy react." },
    );
  }
  if (environment.egress !== undefined) {
    throw new FuxiError(
      "usage",
      `Triples are values, and of ${environment.id} none may reach a model (egress ${environment.egress}).`,
      { hint: "Use a strategy with tools, or allow values with --egress all." },
    );
  }
  const around = entities === undefined ? { question: task.question } : { entities };
  return await graph.triplesAround(around, { hops: HOPS, most: MOST_FOUND }, act);
}

/** Names by themselves where one thing has them, else with the identifier behind. */
function writer({ triples, entities }: Neighbourhood): (term: GraphTerm) => string {
  const owners = new Map<string, Set<string>>();
  for (const { text, id = "" } of [
    ...entities,
    ...triples.flatMap(({ subject, object }) => [subject, object]),
  ]) {
    owners.set(text, (owners.get(text) ?? new Set()).add(id));
  }
  return ({ text, id }) =>
    id !== undefined && id !== text && (owners.get(text)?.size ?? 0) > 1 ? `${text} [${id}]` : text;
}

/** The things that the names stand for among the triples that were shown; a name that is not among them stays a value. */
function membersOf(
  names: readonly string[],
  shown: readonly GraphTriple[],
  written: (term: GraphTerm) => string,
): { readonly answers: readonly JsonObject[]; readonly restsOn: readonly string[] } {
  const terms = shown.flatMap(({ subject, object }) => [subject, object]);
  const tiers = [
    (term: GraphTerm, name: string) => written(term) === name || term.id === name,
    (term: GraphTerm, name: string) => term.text === name,
    (term: GraphTerm, name: string) => foldText(term.text) === foldText(name),
  ];
  const meant = names.map((name) => {
    const tier = tiers.find((fits) => terms.some((term) => fits(term, name)));
    return tier === undefined ? [] : terms.filter((term) => tier(term, name));
  });
  const answers = meant.flatMap((found, at): JsonObject[] =>
    found.length === 0
      ? [{ value: names[at] ?? "" }]
      : found.map(({ text, id }) => (id === undefined ? { value: text } : { label: text, id })),
  );
  const all = new Set(meant.flat());
  const restsOn = shown
    .filter(({ subject, object }) => all.has(subject) || all.has(object))
    .slice(0, MOST_RESTS_ON)
    .map(({ subject, predicate, object }) => [written(subject), predicate, written(object)].join(" | "));
  const distinct = new Map(answers.map((answer) => [JSON.stringify(answer), answer]));
  return { answers: [...distinct.values()], restsOn };
}
