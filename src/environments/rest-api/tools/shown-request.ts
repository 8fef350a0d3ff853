import type { PreparedRequest } from "../../../environment/api-capability.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import { visibleBlock } from "../../../util/visible-text.ts";
import type { HttpRequest } from "../http/http-message.ts";
import { bodyText } from "../request/body-text.ts";

/** A request for a person or a model to read. */
export function preparedRequest({ method, url, headers, body }: HttpRequest): PreparedRequest {
  const text = bodyText(body);
  return { method, url, headers, ...(text === undefined ? {} : { body: text }) };
}

export function requestLines({ method, url, body }: PreparedRequest): readonly string[] {
  return [`${method} ${url}`, ...(body === undefined ? [] : visibleBlock(body).split("\n"))];
}

export const SENT_NOTHING: Finding = {
  code: "sent-nothing",
  message: "The request was only shown: nothing was sent.",
  suggestions: [],
};
