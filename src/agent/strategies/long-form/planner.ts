import type { Wish } from "../../../trajectory/clarification.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { planRules } from "../../prompts/report-rules.ts";
import { clipped } from "../api-team/clipped.ts";
import { decidedFor, objectOf, type Read, text, textOf, texts, textsOf } from "../api-team/role-form.ts";
import { LONG_FORM_LIMITS, LONGEST } from "./long-form-limits.ts";
import { type LongFormState, stepsLeft } from "./long-form-state.ts";
import { readWish } from "./read-wish.ts";
import { assumptionsMember, objects, questionMember, thoughtfulForm } from "./role-members.ts";
import { mayAsk, whatIsAsked, whatWasSeen } from "./what-is-asked.ts";

export type Call = { readonly environment: string; readonly tool: string; readonly given: JsonObject };

export type PlannerSays =
  | { readonly type: "calls"; readonly calls: readonly Call[]; readonly dropped: number }
  | { readonly type: "plan"; readonly steps: readonly string[]; readonly dropped: number }
  | { readonly type: "question"; readonly wish: Wish }
  | { readonly type: "unanswerable"; readonly reason: string };

/** Replies that the writer and the synthesiser need after the plan. */
const NEEDED_AFTER = 2;

function mayLook(state: LongFormState): boolean {
  return (
    state.switches.looking && state.lookRounds < LONG_FORM_LIMITS.looks && stepsLeft(state) > NEEDED_AFTER + 1
  );
}

/** What has to be found out, in plain words (*Database question answering*, Section 3). */
export function plannerRequest(state: LongFormState): Omit<RoleRequest, "problems"> {
  const looking = mayLook(state);
  const asking = mayAsk(state);
  return {
    kind: "role",
    transcript: [],
    mustConclude: !looking,
    instructions: planRules({ looking: state.switches.looking, asking: state.switches.questions }),
    described: true,
    ...(state.switches.looking ? { tools: "navigational" as const } : {}),
    input: [
      ...whatIsAsked(state),
      ...whatWasSeen(state),
      looking ? `Look around (${roundsLeft(state)}), or plan.` : "Nothing more can be looked at. Plan now.",
    ].join("\n\n"),
    form: thoughtfulForm(
      "plan",
      {
        ...(looking ? { calls: CALLS } : {}),
        plan: texts("The steps, one sentence each."),
        ...(asking ? questionMember : {}),
        unanswerable: text("Why the question cannot be answered from what is kept here."),
        ...assumptionsMember,
      },
      {
        thought: "Growth needs the totals of both years, and what drove it needs them by group.",
        plan: [
          "Find the number of loans in each year, from loan.lent_on.",
          "Find the number of loans by kind of book and year, from loan and book.kind.",
        ],
      },
    ),
  };
}

function roundsLeft({ lookRounds }: LongFormState): string {
  const left = LONG_FORM_LIMITS.looks - lookRounds;
  return left === 1 ? "once more" : `${left} times at most`;
}

const CALLS = objects(
  "Tools to look around with; they run at the same time.",
  {
    tool: text("Its name, as listed."),
    arguments: { type: "object", description: "Arguments by name." },
  },
  ["tool", "arguments"],
);

export function readPlanner(output: JsonObject, state: LongFormState): Read<PlannerSays> {
  const decision = decidedFor(withoutEmptyLists(output), [
    ...(mayLook(state) ? (["calls"] as const) : []),
    "plan",
    ...(mayAsk(state) ? (["question"] as const) : []),
    "unanswerable",
  ]);
  if (decision.problem !== undefined) return decision;
  switch (decision.said) {
    case "calls":
      return readCalls(output, state);
    case "plan": {
      const steps = textsOf(output["plan"]);
      if (steps.length === 0) return { problem: '"plan" is a list of sentences.' };
      const kept = steps.slice(0, LONG_FORM_LIMITS.steps).map((step) => clipped(step, LONGEST.step));
      return { said: { type: "plan", steps: kept, dropped: steps.length - kept.length } };
    }
    case "question": {
      const read = readWish(output);
      return read.problem === undefined ? { said: { type: "question", wish: read.said } } : read;
    }
    case "unanswerable":
      return {
        said: { type: "unanswerable", reason: clipped(textOf(output["unanswerable"]), LONGEST.step) },
      };
  }
}

function readCalls(output: JsonObject, { environments }: LongFormState): Read<PlannerSays> {
  const listed = Array.isArray(output["calls"]) ? output["calls"] : [];
  const calls = listed.flatMap((each): readonly Call[] => {
    const { tool, arguments: given, environment } = objectOf(each) ?? {};
    const named = textOf(environment) || (environments.length === 1 ? (environments[0]?.id ?? "") : "");
    return textOf(tool) === ""
      ? []
      : [{ environment: named, tool: textOf(tool), given: objectOf(given) ?? {} }];
  });
  if (calls.length === 0) return { problem: '"calls" is a list of objects with "tool" and "arguments".' };
  const kept = calls.slice(0, LONG_FORM_LIMITS.calls);
  return { said: { type: "calls", calls: kept, dropped: calls.length - kept.length } };
}

/** Some models fill in every member of a form: an empty list decides nothing. */
export function withoutEmptyLists(output: JsonObject): JsonObject {
  const members = Object.entries(output).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(members);
}
