import { clipped } from "../../../util/clipped-text.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { asData } from "../../prompts/data-marks.ts";
import { taskPrompt } from "../../prompts/task-prompt.ts";
import { stripFence } from "../../text-actions/literal-reader.ts";
import { type Read, roleForm, text, textOf, texts } from "../api-team/role-form.ts";
import { teamSwitches } from "../api-team/team-state.ts";
import { LONG_FORM_LIMITS, LONGEST, type LongFormState } from "./long-form-state.ts";

const THOUGHTFUL = teamSwitches({});

/** A form whose first member is the thought. `always`: members that no reply is without. */
export function thoughtfulForm(
  name: string,
  members: JsonObject,
  example: JsonObject,
  always: readonly string[] = [],
): RoleRequest["form"] {
  const form = roleForm(name, THOUGHTFUL, { members, example });
  return { ...form, schema: { ...form.schema, required: ["thought", ...always] } };
}

/** A list of objects. */
export function objects(
  description: string,
  properties: JsonObject,
  required: readonly string[],
): JsonObject {
  const items = { type: "object", properties, required, additionalProperties: false };
  return { type: "array", items, description };
}

/** Of a query: which database it is for, where there are several. */
export function environmentMember({ environments }: Pick<LongFormState, "environments">): JsonObject {
  if (environments.length < 2) return {};
  return { environment: { type: "string", enum: environments.map(({ id }) => id) } };
}

export const assumptionsMember: JsonObject = {
  assumptions: texts("What you took for granted where the question is unclear, one sentence each."),
};

export const questionMember: JsonObject = {
  question: {
    type: "object",
    properties: {
      question: text("One short question in plain words."),
      words: texts("The unclear words, exactly as in the question."),
      options: texts("Answers to choose from, where you know them."),
    },
    required: ["question", "words"],
    additionalProperties: false,
  },
};

export type WrittenQuery = {
  /** Of the query that it is to take the place of. */
  readonly name?: string;
  readonly step?: number;
  readonly purpose: string;
  readonly environment: string;
  readonly sql: string;
};

/** A query as a role has written it, or what to tell its writer. */
export function readQuery(
  given: JsonObject,
  { environments, queries }: Pick<LongFormState, "environments" | "queries">,
): Read<WrittenQuery> {
  const sql = stripFence(textOf(given["sql"]));
  if (sql === "") return { problem: 'Each query has its statement in "sql".' };
  if (sql.length > LONGEST.sql) {
    return { problem: `A query has ${sql.length} characters. Write at most ${LONGEST.sql}.` };
  }
  const name = textOf(given["name"]).toUpperCase();
  const mended = queries.find((query) => query.name === name);
  if (name !== "" && mended === undefined) {
    return {
      problem: `There is no query ${name}. There are: ${queries.map((query) => query.name).join(", ")}.`,
    };
  }
  const environment = environmentOf(given, environments) ?? mended?.environment;
  if (environment === undefined) {
    const ids = environments.map(({ id }) => id).join(", ");
    return { problem: `Each query names its "environment", one of: ${ids}.` };
  }
  const purpose = clipped(textOf(given["purpose"]) || mended?.purpose || "not said", LONGEST.purpose);
  const { step } = given;
  return {
    said: {
      ...(name === "" ? {} : { name }),
      ...(typeof step === "number" && Number.isInteger(step) ? { step } : {}),
      purpose,
      environment,
      sql,
    },
  };
}

function environmentOf(given: JsonObject, environments: LongFormState["environments"]): string | undefined {
  const [only] = environments;
  if (environments.length === 1) return only?.id;
  const named = textOf(given["environment"]).toLowerCase();
  return environments.find(({ id }) => id.toLowerCase() === named)?.id;
}

/** The question with everything that came with it, and what has been said since. */
export function whatIsAsked({ task, guidance }: Pick<LongFormState, "task" | "guidance">): readonly string[] {
  return [
    taskPrompt({ task, descriptions: [] }),
    ...(guidance.length === 0 ? [] : [`About your questions to the person:\n${guidance.join("\n")}`]),
  ];
}

/** What the planner has looked at. */
export function whatWasSeen({ looks }: Pick<LongFormState, "looks">): readonly string[] {
  if (looks.length === 0) return [];
  const lines = looks.map(({ call, result = "" }) => `${call}\n${result}`);
  return [`Looked at so far:\n${asData(lines.join("\n\n"))}`];
}

export function planned({ plan }: Pick<LongFormState, "plan">): readonly string[] {
  if (plan.length === 0) return [];
  return [`Plan:\n${plan.map((step, at) => `${at + 1}. ${step.replace(/\s+/gu, " ")}`).join("\n")}`];
}

export function mayAsk({ switches, questions }: Pick<LongFormState, "switches" | "questions">): boolean {
  return switches.questions && questions < LONG_FORM_LIMITS.questions;
}

export function takenForGranted({ assumptions }: Pick<LongFormState, "assumptions">): readonly string[] {
  return assumptions.length === 0 ? [] : [`Taken for granted so far:\n${assumptions.join("\n")}`];
}
