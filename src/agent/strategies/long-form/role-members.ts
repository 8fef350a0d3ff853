import type { JsonObject } from "../../../util/json.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { roleForm, text, texts } from "../api-team/role-form.ts";
import { switchesOf } from "../api-team/team-options.ts";
import type { LongFormState } from "./long-form-state.ts";

const THOUGHTFUL = switchesOf({});

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
