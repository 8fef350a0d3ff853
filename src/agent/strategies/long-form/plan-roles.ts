import type { Wish } from "../../../trajectory/clarification.ts";
import { clipped } from "../../../util/clipped-text.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { planRules, searchRules } from "../../prompts/report-rules.ts";
import { decidedFor, objectOf, type Read, text, textOf, texts, textsOf } from "../api-team/role-form.ts";
import { LONG_FORM_LIMITS, LONGEST, type LongFormState, stepsLeft } from "./long-form-state.ts";
import { readQueries } from "./report-roles.ts";
import { resultTexts } from "./result-texts.ts";
import {
  assumptionsMember,
  environmentMember,
  mayAsk,
  objects,
  questionMember,
  readWish,
  thoughtfulForm,
  type WrittenQuery,
  whatIsAsked,
  whatWasSeen,
} from "./role-members.ts";

export type Call = { readonly environment: string; readonly tool: string; readonly given: JsonObject };

type PlannerSays =
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
function withoutEmptyLists(output: JsonObject): JsonObject {
  const members = Object.entries(output).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(members);
}

type InvestigatorSays =
  | {
      readonly type: "queries";
      readonly missing: string;
      readonly queries: readonly WrittenQuery[];
      readonly dropped: number;
    }
  | { readonly type: "enough" }
  | { readonly type: "question"; readonly wish: Wish }
  | { readonly type: "unanswerable"; readonly reason: string };

/** Replies that are kept for the synthesiser. */
const KEPT = 2;
/** Told before it is too late to choose what matters most. */
const FEW_TURNS = 3;

/** Queries that can still be handed in, and turns to do it in. */
function left(state: LongFormState): { readonly queries: number; readonly turns: number } {
  return {
    queries: Math.max(0, LONG_FORM_LIMITS.queries - state.attempts),
    turns: Math.max(0, stepsLeft(state) - KEPT),
  };
}

export function maySearch(state: LongFormState): boolean {
  const { queries, turns } = left(state);
  return queries > 0 && (turns > 0 || (state.queries.length === 0 && stepsLeft(state) > 1));
}

/** The most crucial missing information, and the query that finds it (*Database question answering*, Section 3). */
export function investigatorRequest(state: LongFormState): Omit<RoleRequest, "problems"> {
  const asking = mayAsk(state);
  const first = state.queries.length === 0;
  return {
    kind: "role",
    transcript: [],
    mustConclude: false,
    instructions: searchRules(state.switches.questions),
    described: true,
    input: [
      ...whatIsAsked(state),
      ...(first ? ["Nothing has been found out yet."] : [`Results so far:\n${resultTexts(state)}`]),
      ...nearTheEnd(state),
    ].join("\n\n"),
    form: thoughtfulForm(
      "search",
      {
        missing: text("The most important information that is still missing, in one sentence."),
        queries: objects(
          "The queries that find it.",
          {
            ...(state.switches.mending && !first
              ? { name: text("Only of a query that failed and is mended here, such as Q2.") }
              : {}),
            purpose: text("What it finds out, in one sentence."),
            ...environmentMember(state),
            sql: text("One statement."),
          },
          ["purpose", "sql"],
        ),
        enough: { type: "boolean", description: "True where the results answer the question." },
        ...(asking ? questionMember : {}),
        unanswerable: text("Why the question cannot be answered from what is kept here."),
        ...assumptionsMember,
      },
      {
        thought: "Before anything can be compared I need the totals.",
        missing: "The number of loans in each year.",
        queries: [
          {
            purpose: "Number of loans in each year.",
            ...(state.environments.length > 1 ? { environment: state.environments[0]?.id ?? "" } : {}),
            sql: "SELECT substr(lent_on, 1, 4) AS year, count(*) AS loans FROM loan GROUP BY 1 ORDER BY 1",
          },
        ],
      },
    ),
  };
}

function nearTheEnd(state: LongFormState): readonly string[] {
  const { queries, turns } = left(state);
  if (turns > FEW_TURNS && queries > FEW_TURNS) return [];
  const most = `${queries} more ${queries === 1 ? "query" : "queries"}`;
  const times = `${Math.max(turns, 1)} more ${turns <= 1 ? "turn" : "turns"}`;
  return [`The end is near: ${most} can be written, in ${times}. Take what matters most.`];
}

export function readInvestigator(output: JsonObject, state: LongFormState): Read<InvestigatorSays> {
  const first = state.queries.length === 0;
  const decision = decidedFor(withoutEmptyLists(output), [
    "queries",
    ...(first ? [] : (["enough"] as const)),
    ...(mayAsk(state) ? (["question"] as const) : []),
    "unanswerable",
  ]);
  if (decision.problem !== undefined) return decision;
  switch (decision.said) {
    case "queries": {
      const most = Math.min(LONG_FORM_LIMITS.atOnce, left(state).queries);
      const read = readQueries(output, state, most);
      if (read.problem !== undefined) return read;
      const { queries, dropped } = read.said;
      const [query] = queries;
      const missing = textOf(output["missing"]) || (query?.purpose ?? "");
      return { said: { type: "queries", missing: clipped(missing, LONGEST.step), queries, dropped } };
    }
    case "enough":
      return { said: { type: "enough" } };
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
