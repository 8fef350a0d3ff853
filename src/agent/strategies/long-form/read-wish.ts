import type { Wish } from "../../../trajectory/clarification.ts";
import type { JsonObject } from "../../../util/json.ts";
import { readWish as readAnyWish } from "../../text-actions/read-wish.ts";
import { objectOf, type Read, textOf } from "../api-team/role-form.ts";

/** The member `question` of a reply. */
export function readWish(output: JsonObject): Read<Wish> {
  const given = objectOf(output["question"]) ?? { question: textOf(output["question"]) };
  const { wish, problem } = readAnyWish(given);
  return problem === undefined ? { said: wish } : { problem: 'A question has its text in "question".' };
}
