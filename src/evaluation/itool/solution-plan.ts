import { z } from "zod";
import type { GoldPlan } from "../../agent/policies/oracle-policy.ts";
import type { PolicyContext } from "../../agent/strategy.ts";
import type { Action } from "../../environment/action.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { withNameIn } from "./follow-solution.ts";
import type { ItoolItem } from "./itool-item.ts";

/** One action of the plan; an extraction's number is its place among them. */
type Planned =
  | { readonly type: "extract"; readonly expression: string; readonly response: string }
  | { readonly type: "call"; readonly operation: string; readonly given: JsonObject };

/** Stands in planned arguments for what an extraction gave. */
interface Extracted {
  readonly "from extraction": number;
}

/** An extraction of nothing: with it, one response is one of several, and expressions find it under its name. */
const BESIDE: Planned = { type: "extract", expression: "1", response: "r1" };

const extractions = z.object({
  extractions: z.array(z.object({ value: z.object({ sha256: z.string() }) })),
});

/**
 * An item's solution as actions of the tools: arguments that are expressions are extracted from the responses before, so that nothing is made up. What
 * an extraction gave stands in later actions once it was taken.
 */
export function solutionPlan(
  item: Pick<ItoolItem, "solution" | "answer" | "intended">,
): (context: PolicyContext) => Promise<GoldPlan> {
  const { planned, answer } = plannedOf(item);
  return async (context) => {
    const environment = context.environments.find(({ capabilities }) => capabilities.api !== undefined);
    const id = environment?.id ?? context.environments[0]?.id ?? "";
    const actions = await Promise.all(planned.map((each) => actionOf(each, id, context)));
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
    // What it needs is extracted before it is called.
    const arguments_ = ready(given as Json) as JsonObject;
    planned.push({ type: "call", operation, given: arguments_ });
  }
  return { planned, answer: `e${extract(answer)}` };
}

async function actionOf(planned: Planned, environment: string, context: PolicyContext): Promise<Action> {
  if (planned.type === "extract") {
    const { expression, response } = planned;
    return { environment, tool: "extract", arguments: { response, expression } };
  }
  const given = await filledIn(planned.given, environment, context);
  return {
    environment,
    tool: "call_operation",
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

/** What is shown of an extraction is cut; the workspace says where the whole of it is. Null where it was not taken yet. */
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
