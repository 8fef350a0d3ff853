import { z } from "zod";
import type { GoldPlan } from "../../agent/policies/oracle-policy.ts";
import type { PolicyContext } from "../../agent/strategy.ts";
import type { Action } from "../../environment/action.ts";
import type { ApiTools } from "../../environment/capabilities.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { withNameIn } from "./follow-solution.ts";
import type { ItoolItem } from "./itool-item.ts";

/** An action of the plan. Extractions are numbered in order. */
type Planned =
  | { readonly type: "extract"; readonly expression: string; readonly response: string }
  | { readonly type: "call"; readonly operation: string; readonly given: JsonObject };

/** A placeholder in planned arguments for the result of an extraction. */
interface Extracted {
  readonly "from extraction": number;
}

/** A dummy extraction: with several inputs, expressions address each by its name, also if there is only one response. */
const BESIDE: Planned = { type: "extract", expression: "1", response: "r1" };

const extractions = z.object({
  extractions: z.array(z.object({ value: z.object({ sha256: z.string() }) })),
});

/**
 * An item's solution as actions of the API's tools. Arguments that are expressions become extractions from earlier responses, whose results are inserted
 * into later actions.
 */
export function solutionPlan(
  item: Pick<ItoolItem, "solution" | "answer" | "intended">,
): (context: PolicyContext) => Promise<GoldPlan> {
  const { planned, answer } = plannedOf(item);
  return async (context) => {
    const environment = context.environments.find(({ capabilities }) => capabilities.api !== undefined);
    const tools = environment?.capabilities.api?.tools;
    if (environment === undefined || tools === undefined)
      throw new FuxiError("usage", "The task's place has no API to follow a solution in.");
    const { id } = environment;
    const actions = await Promise.all(planned.map((each) => actionOf(each, { id, tools }, context)));
    return { actions, claim: { text: answer }, environment: id };
  };
}

function plannedOf({ solution, answer, intended }: Pick<ItoolItem, "solution" | "answer" | "intended">): {
  readonly planned: readonly Planned[];
  readonly answer: string;
} {
  const planned: Planned[] = [];
  const extracted = () => planned.filter(({ type }) => type === "extract").length;
  const extract = (written: string): number => {
    const expression = withNameIn(written.replace(/^=/u, ""), intended);
    const named = [...new Set(expression.match(/\br\d+\b/gu) ?? [])];
    if (extracted() === 0) planned.push(BESIDE);
    planned.push({
      type: "extract",
      expression,
      response: [...(named.length === 0 ? ["r1"] : named), "e1"].join(", "),
    });
    return extracted();
  };
  const ready = (value: Json): Json => {
    if (typeof value === "string") {
      if (!value.startsWith("=")) return value.replaceAll("{intended}", () => intended);
      return { "from extraction": extract(value) };
    }
    if (Array.isArray(value)) return (value as readonly Json[]).map(ready);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, ready(each ?? null)]));
  };
  for (const { operation, arguments: given } of solution) {
    // Extractions for the arguments come before the call.
    const arguments_ = ready(given as Json) as JsonObject;
    planned.push({ type: "call", operation, given: arguments_ });
  }
  return { planned, answer: `e${extract(answer)}` };
}

async function actionOf(
  planned: Planned,
  { id: environment, tools }: { readonly id: string; readonly tools: ApiTools },
  context: PolicyContext,
): Promise<Action> {
  if (planned.type === "extract") {
    const { expression, response } = planned;
    return { environment, tool: tools.extract, arguments: { response, expression } };
  }
  const given = await filledIn(planned.given, environment, context);
  return {
    environment,
    tool: tools.call,
    arguments: { operation: planned.operation, arguments: given },
  };
}

async function filledIn(value: Json, environment: string, context: PolicyContext): Promise<Json> {
  if (Array.isArray(value)) {
    return Promise.all((value as readonly Json[]).map((each) => filledIn(each, environment, context)));
  }
  if (typeof value !== "object" || value === null) return value;
  const number = (value as JsonObject & Partial<Extracted>)["from extraction"];
  if (typeof number === "number") return whatWasExtracted(number, environment, context);
  const members = Object.entries(value).map(
    async ([key, each]) => [key, await filledIn(each ?? null, environment, context)] as const,
  );
  return Object.fromEntries(await Promise.all(members));
}

/** The whole result of an extraction, from the artifact that the workspace refers to. Null before it was made. */
async function whatWasExtracted(
  number: number,
  environment: string,
  { workspaces, act }: PolicyContext,
): Promise<Json> {
  const state = extractions.safeParse(workspaces.get(environment)?.state);
  const reference = state.data?.extractions[number - 1]?.value;
  if (reference === undefined) return null;
  const content = await act.artifacts.get(reference.sha256, act.principal);
  return JSON.parse(new TextDecoder().decode(content)) as Json;
}
