import type { Policy, PolicyContext } from "../../src/agent/policy.ts";
import type { PolicyRequest } from "../../src/agent/policy-request.ts";
import type { Action } from "../../src/environment/action.ts";
import type { ArtifactRef } from "../../src/environment/artifact-store.ts";
import { withNameIn } from "../../src/evaluation/itool/follow-solution.ts";
import type { ItoolGold, ItoolItem } from "../../src/evaluation/itool/itool-item.ts";
import { NO_USAGE } from "../../src/model/usage.ts";
import type { ClarificationKind } from "../../src/trajectory/clarification.ts";
import type { PolicyReply } from "../../src/trajectory/policy-reply.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";

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

/**
 * Follows an item's solution through the tools: arguments that are expressions are extracted from the responses before, so that nothing is made up. Where the gold
 * says so the user is asked first. What the tools refuse ends `unanswerable` with their words.
 */
export function solutionPolicy(item: ItoolItem, gold: ItoolGold): Policy {
  const { actions, answer } = planOf(item);
  return {
    id: "solution",
    async reply(request, context) {
      if (item.category === "unsupported") return ended("No operation does that.");
      if (gold.needsQuestion && !request.transcript.some(({ type }) => type === "step")) return asks(item);
      const results = request.transcript.filter((each) => each.type === "result");
      const last = results.at(-1);
      if (last?.failed === true) return ended(`${last.failure ?? "failure"}: ${last.text}`);
      const refused = refusalIn(request);
      if (refused !== undefined) return ended(`answer refused: ${refused}`);
      const planned = actions[results.length];
      if (planned === undefined) return said({ claim: { claim: { text: answer } } });
      return said({ actions: [await actionOf(planned, context)] });
    },
  };
}

function planOf({ solution, answer, intended }: ItoolItem): {
  readonly actions: readonly Planned[];
  readonly answer: string;
} {
  const actions: Planned[] = [];
  const extractions = () => actions.filter(({ type }) => type === "extract").length;
  const extract = (written: string): number => {
    const expression = withNameIn(written.replace(/^=/u, ""), intended);
    const named = [...new Set(expression.match(/\br\d+\b/gu) ?? [])];
    if (extractions() === 0) actions.push(BESIDE);
    actions.push({
      type: "extract",
      expression,
      response: [...(named.length === 0 ? ["r1"] : named), "e1"].join(", "),
    });
    return extractions();
  };
  const planned = (value: Json): Json => {
    if (typeof value === "string") {
      if (!value.startsWith("=")) return value.replaceAll("{intended}", () => intended);
      return { "from extraction": extract(value) };
    }
    if (Array.isArray(value)) return (value as readonly Json[]).map(planned);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, planned(each ?? null)]));
  };
  for (const { operation, arguments: given } of solution) {
    const ready = planned(given as Json) as JsonObject;
    actions.push({ type: "call", operation, given: ready });
  }
  return { actions, answer: `e${extract(answer)}` };
}

async function actionOf(planned: Planned, context: PolicyContext): Promise<Action> {
  const environment = context.environments[0]?.id ?? "";
  if (planned.type === "extract") {
    const { expression, response } = planned;
    return { environment, tool: "extract", arguments: { response, expression } };
  }
  const given = await filledIn(planned.given, context);
  return {
    environment,
    tool: "call_operation",
    arguments: { operation: planned.operation, arguments: given },
  };
}

async function filledIn(value: Json, context: PolicyContext): Promise<Json> {
  if (Array.isArray(value))
    return Promise.all((value as readonly Json[]).map((each) => filledIn(each, context)));
  if (typeof value !== "object" || value === null) return value;
  const extraction = (value as JsonObject & Partial<Extracted>)["from extraction"];
  if (typeof extraction === "number") return extracted(extraction, context);
  const members = Object.entries(value).map(
    async ([key, each]) => [key, await filledIn(each ?? null, context)] as const,
  );
  return Object.fromEntries(await Promise.all(members));
}

/** What is shown of an extraction is cut; the workspace says where the whole of it is. */
async function extracted(number: number, { environments, workspaces, act }: PolicyContext): Promise<Json> {
  const state = workspaces.get(environments[0]?.id ?? "")?.state;
  const kept = (state as { readonly extractions?: readonly { readonly value: ArtifactRef }[] } | undefined)
    ?.extractions;
  const reference = kept?.[number - 1]?.value;
  if (reference === undefined) return null;
  return JSON.parse(
    new TextDecoder().decode(await act.artifacts.get(reference.sha256, act.principal)),
  ) as Json;
}

const KINDS: Readonly<Partial<Record<ItoolItem["category"], ClarificationKind>>> = {
  "several-meanings": "several-meanings",
  problematic: "problematic",
};

function asks({ question, words, category }: ItoolItem): PolicyReply {
  return said({ wish: { question, words, kind: KINDS[category] ?? "missing" } });
}

function refusalIn({ transcript }: PolicyRequest): string | undefined {
  const claimed = transcript.findLastIndex((each) => each.type === "step" && each.claim !== undefined);
  const told = claimed < 0 ? undefined : transcript.slice(claimed).find(({ type }) => type === "feedback");
  return told?.type === "feedback" ? told.text : undefined;
}

function ended(reason: string): PolicyReply {
  return said({ unanswerable: { reason, words: [] } });
}

function said(parts: Partial<PolicyReply>): PolicyReply {
  return { thought: "", actions: [], usage: NO_USAGE, ...parts };
}
