import { documentBytes } from "../response/document-bytes.ts";
import type { Answered } from "./answers-of-many.ts";

/** What was answered, as one list of objects: the value by the argument's name, and the response to it. Texts are put together as they came. */
export function joinAnswers(argument: string, answered: readonly Answered[]): Uint8Array {
  const name = JSON.stringify(argument === RESPONSE ? "value" : argument);
  const items = answered.map(({ value, response: { body, headers } }) => [
    Buffer.from(`{${name}:${JSON.stringify(value)},"${RESPONSE}":`),
    documentBytes(body, headers["content-type"] ?? ""),
    Buffer.from("}"),
  ]);
  return Buffer.concat([
    Buffer.from("["),
    ...items.flatMap((item, at) => (at === 0 ? item : [Buffer.from(","), ...item])),
    Buffer.from("]"),
  ]);
}

const RESPONSE = "response";
