import type { Environment } from "../../environment/environment.ts";
import { takesReference } from "../references.ts";
import { parametersOf } from "../text-actions/tool-signature.ts";
import type { NamedTool, ToolNames } from "../tool-names.ts";

/** When to ask the person (docs/asking.md; Query when need, Chapter 5, in words of our own), and how. */
export function askingRules(format: "native" | "text"): string {
  return format === "native" ? NATIVE : TEXT;
}

const WHEN = `only for what stands neither in the question nor can be found with a tool: something is left out that decides the answer; several things match and lead to different answers; a name matches nothing and several come near; or the sentence itself reads in two ways (each one's own or common to all, a condition on both things or on the last) and the results differ. Look first: a note "could also mean" shows one such difference, a query of your own any other. Ask about one thing, and name every column or reading that could be meant. One match far ahead of the others is taken`;

const NATIVE = `Ask with ask_user, alone in its reply, ${WHEN}, and said in assumptions. Never ask for an id, nor to be told to go on. What cannot be done here is given up at once, with the reason.`;

const TEXT = `Ask the person ${WHEN}, and said in a line "Assumption: …" before the final answer. Never ask for an id, nor to be told to go on. What cannot be done here is given up at once, with the reason. To ask, reply with a thought and:

Ask User: one short question in plain words
Words: the unclear words exactly as in the question, or nothing if something is left out
Options: one answer that results have shown | another`;

/**
 * How results go from one environment to another, where any can. Said once with the form of each environment's references, not with every
 * result: a reference is made of names that the results show anyway, and one that names nothing is refused with what there is.
 */
export function referenceRules(environments: readonly Environment[], names: ToolNames): string | undefined {
  const anywhere = names.tools.filter(({ tool }) => tool.takesReferences === true);
  const takers = names.tools.filter(
    ({ tool }) =>
      tool.takesReferences === true || parametersOf(tool).some(({ schema }) => takesReference(schema)),
  );
  const givers = environments.filter(
    ({ id, capabilities }) =>
      capabilities.references !== undefined && takers.some(({ environment }) => environment !== id),
  );
  if (givers.length === 0) return undefined;
  const calls = takers.map(({ name }) => name).join(" or ");
  const forms = givers.flatMap(({ id, capabilities }) =>
    (capabilities.references?.examples ?? ["<name>"]).map((example) => `${id}:${example}`),
  );
  const formFor = (taking: string) => forms.find((form) => !form.startsWith(`${taking}:`));
  const within = anywhere
    .filter(({ environment }) => formFor(environment) !== undefined)
    .map(
      ({ name, environment }) =>
        ` Within the arguments of ${name} it is {"$ref": "${formFor(environment)}"}.`,
    )
    .join("");
  return `Results go from one environment to another by reference, never by writing the values out: call ${calls} with a reference of this form: ${forms.join(", ")}.${within}`;
}

/** How to reply through a provider's own tool calls. */
export const NATIVE_RULES = `- In each reply say in a sentence what you know and need next, then call tools: together, in their order, all whose arguments you know already.
- End with final_answer, last in the same reply as the calls it rests on: it is carried out only if none of them fails or warns.
- An empty result can be the answer. End with give_up only if what is asked for is not kept here at all.`;

/** How a call is written in words. */
const CALLS = `Several arguments go by name: tool_name(first="text", second=5, third=["a", "b"]). In a text \\" is a double quote, \\\\ a backslash, \\n a line break; any other backslash is itself.`;

/** How a run ends in words, at once with the calls before it or without any. */
const ENDS = `To end, reply:

Thought: why this is the answer
Final Answer: the answer in the form asked for below, or the word draft for what you built with the tools

"Final Answer: draft" may also stand beneath the actions that build the draft: it counts only if none fails or warns. An empty result can be the answer. If what is asked for is not kept here at all, reply with a thought and "Give Up: reason".`;

/** How to reply in words (Middleware, Section 3.2, after ReAct): a thought and actions. */
export const TEXT_RULES = `Reply in this form and nothing else:

Thought: what you know and need next, in a sentence or two
Action: tool_name("text")

Calls whose arguments you know already go together, in their order, each on its own Action line. ${CALLS} You are then shown the results; never write one yourself. ${ENDS}`;

/** How to reply where a thought is enough, and the action may be chosen for it (Middleware, Section 3.2, decoupled generation). */
export const THOUGHT_RULES = `Reply in this form and nothing else:

Thought: what you know now, and what to do next, in a sentence or two
Action: tool_name("text")

What stands on an Action line in full is done as written if it can work now; several calls whose arguments you know go each on its own line, in their order. ${CALLS} Where you cannot write the call in full, leave the line out and name in the thought the tool and everything that it needs, as the results show it: names, variables, values. An action for it is then chosen from those that can work now. You are shown each action with its result; never write one yourself. ${ENDS}`;

/** How to hand in the answer in the last step; that it is the last is the strategy's to say. */
export const LAST_REPLY: Readonly<Record<"native" | "text", string>> = {
  native: "Call final_answer now.",
  text: 'Write "Final Answer: …" now.',
};

/**
 * What a model reads about a tool: its description, and which tools must come before, by the names that the model knows. Of those, one that
 * another of them needs in turn goes without saying.
 */
export function toolDescription({ environment, tool }: NamedTool, names: ToolNames): string {
  const { prerequisites } = tool;
  const implied = new Set(
    names.tools
      .filter((named) => named.environment === environment && prerequisites.includes(named.tool.name))
      .flatMap((named) => named.tool.prerequisites),
  );
  const before = prerequisites
    .filter((prerequisite) => !implied.has(prerequisite))
    .map((prerequisite) => names.nameOf(environment, prerequisite));
  return before.length === 0
    ? tool.description.trim()
    : `${tool.description.trim()} Only after: ${before.join(", ")}.`;
}
