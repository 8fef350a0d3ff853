import { randomUUID } from "node:crypto";
import type { Answer } from "../../environment/answer.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { Row } from "./result-rows.ts";

/** The object as indented JSON in which the member `rows` of its member `answer` is these rows, one a line, never all in memory as text. */
export function* jsonWithRows(object: JsonObject, rows: Iterable<Row>): Generator<string> {
  const mark = randomUUID();
  const answer = object["answer"] as JsonObject;
  const text = JSON.stringify({ ...object, answer: { ...answer, rows: mark } }, null, 2);
  const [before = "", after = ""] = text.split(`"${mark}"`);
  yield `${before}[`;
  let first = true;
  for (const row of rows) {
    yield `${first ? "" : ","}\n      ${JSON.stringify(row)}`;
    first = false;
  }
  yield `${first ? "" : "\n    "}]${after}\n`;
}

/** The same object with all of an API's list in the place of its beginning, and `total` where not all of it is there. */
export function jsonWithList(
  object: JsonObject,
  { members, list }: Answer,
  items: readonly Json[] | undefined,
): readonly string[] {
  const answer = object["answer"] as JsonObject;
  const whole =
    list === undefined || items === undefined
      ? answer
      : { ...answer, ...(members === undefined ? { value: items } : { members: items }), total: list.total };
  return [`${JSON.stringify({ ...object, answer: whole }, null, 2)}\n`];
}
