import { isMendable } from "../access/store-failure.ts";
import { contentWords } from "../relevance/question-relevance.ts";
import { knownClasses } from "../tools/class-named.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import type { CandidateAction } from "./candidate-action.ts";
import { actionOf } from "./exploring-actions.ts";
import type { Linking } from "./linked-entities.ts";

/** Searches for the words of the question, and classes to start from. */
export async function nameActions(
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
