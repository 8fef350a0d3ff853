import type { PolicyRequest } from "../../src/agent/policy-request.ts";
import type { Policy } from "../../src/agent/strategy.ts";
import type { ItoolGold, ItoolItem } from "../../src/evaluation/itool/itool-item.ts";
import { solutionPlan } from "../../src/evaluation/itool/solution-plan.ts";
import { NO_USAGE } from "../../src/model/usage.ts";
import type { ClarificationKind } from "../../src/trajectory/clarification.ts";
import type { PolicyReply } from "../../src/trajectory/policy-reply.ts";

/**
 * Follows an item's solution through the tools: arguments that are expressions are extracted from the responses before, so that nothing is made up. Where the gold
 * says so the user is asked first. What the tools refuse ends `unanswerable` with their words.
 */
export function solutionPolicy(item: ItoolItem, gold: ItoolGold): Policy {
  const plan = solutionPlan(item);
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
      const { actions, claim } = await plan(context);
      const action = actions[results.length];
      return action === undefined ? said({ claim: { claim } }) : said({ actions: [action] });
    },
  };
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
