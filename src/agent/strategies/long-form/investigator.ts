import type { Wish } from "../../../trajectory/clarification.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { searchRules } from "../../prompts/report-rules.ts";
import { clipped } from "../api-team/clipped.ts";
import { decidedFor, type Read, text, textOf } from "../api-team/role-form.ts";
import { LONG_FORM_LIMITS, LONGEST } from "./long-form-limits.ts";
import { type LongFormState, stepsLeft } from "./long-form-state.ts";
import { withoutEmptyLists } from "./planner.ts";
import type { WrittenQuery } from "./read-query.ts";
import { readWish } from "./read-wish.ts";
import { resultTexts } from "./result-texts.ts";
import {
  assumptionsMember,
  environmentMember,
  objects,
  questionMember,
  thoughtfulForm,
} from "./role-members.ts";
import { mayAsk, whatIsAsked } from "./what-is-asked.ts";
import { readQueries } from "./writer.ts";

export type InvestigatorSays =
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
