import type { JsonObject } from "../../../util/json.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { planRules, searchRules } from "../../prompts/report-rules.ts";
import { ROLE_REQUEST, text, texts } from "../api-team/role-form.ts";
import { LONG_FORM_LIMITS, type LongFormState, stepsLeft } from "./long-form-state.ts";
import { resultTexts } from "./result-texts.ts";
import {
  assumptionsMember,
  environmentMember,
  mayAsk,
  objects,
  questionMember,
  thoughtfulForm,
  whatIsAsked,
  whatWasSeen,
} from "./role-members.ts";

/** Replies that the writer and the synthesiser need after the plan. */
const NEEDED_AFTER = 2;

export function mayLook(state: LongFormState): boolean {
  return (
    state.switches.looking && state.lookRounds < LONG_FORM_LIMITS.looks && stepsLeft(state) > NEEDED_AFTER + 1
  );
}

/** What has to be found out, in plain words (*Database question answering*, Section 3). */
export function plannerRequest(state: LongFormState): Omit<RoleRequest, "problems"> {
  const looking = mayLook(state);
  const asking = mayAsk(state);
  return {
    ...ROLE_REQUEST,
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

/** Some models fill in every member of a form: an empty list decides nothing. */
export function withoutEmptyLists(output: JsonObject): JsonObject {
  const members = Object.entries(output).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(members);
}

/** Replies that are kept for the synthesiser. */
const KEPT = 2;
/** Told before it is too late to choose what matters most. */
const FEW_TURNS = 3;

/** Queries that can still be handed in, and turns to do it in. */
export function left(state: LongFormState): { readonly queries: number; readonly turns: number } {
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
    ...ROLE_REQUEST,
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
