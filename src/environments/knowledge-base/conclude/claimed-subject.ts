import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { setPhrase } from "../tools/render-variable.ts";
import { resolveSubject, type Subject, variableSubject } from "../tools/subject.ts";

const MOST_LISTED = 5;

/** The variable or entity that a claim names; the last variable where it says nothing. */
export async function claimedSubject(
  claim: string | undefined,
  call: ToolCall,
): Promise<
  | { readonly subject: Subject; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly subject?: never }
> {
  const { variables } = call.state;
  const text = (claim ?? "").replace(/^\s*(?:final answer|answer)\s*:\s*/iu, "").trim();
  const last = variables.at(-1);
  if (text === "" && last) return { subject: variableSubject(variables.length - 1, last) };
  const named = [...new Set([...text.matchAll(/#\s*(\d+)/gu)].map((match) => Number(match[1])))];
  const [index] = named;
  const variable = index === undefined ? undefined : variables[index];
  // A sentence about one variable names it beyond doubt; one about several does not.
  if (index !== undefined && variable && named.length === 1)
    return { subject: variableSubject(index, variable) };
  if (named.length === 0 && text !== "") {
    const resolved = await resolveSubject(text, "claim", call);
    if (resolved.subject) return resolved;
    if (resolved.failure.code === "ambiguous-entity") return resolved;
  }
  return { failure: await noAnswer(text, call) };
}

async function noAnswer(text: string, { state, graph }: ToolCall): Promise<ToolFailure> {
  const recent = [...state.variables.entries()].toReversed().slice(0, MOST_LISTED);
  const suggestions = await Promise.all(
    recent.map(async ([index, variable]) => ({
      text: `#${index}`,
      reason: await setPhrase(variable, graph),
    })),
  );
  const there =
    recent.length === 0
      ? "There is no variable yet; get_relations and get_neighbors, or instances, make one."
      : "Answer with a variable, such as #0, or with the name of an entity.";
  const named = text === "" ? "" : `"${text}" names no variable and no entity. `;
  return { code: "no-answer", message: named + there, part: { text }, suggestions };
}
