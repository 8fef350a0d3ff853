import type { HttpResponse } from "../http/http-message.ts";
import { readBody } from "../response/read-body.ts";
import type { FieldMatcher } from "./field-matcher.ts";
import { hideInValue } from "./hide-in-value.ts";

/** Larger bodies are not looked through. */
export const MOST_SEARCHED_BYTES = 64 * 1024 * 1024;

const WITHHELD =
  "Withheld: fields of this API are private, and they can be told only in JSON, lines of JSON and CSV.";

/** The response as if what is denied had never been sent. Where fields cannot be told, nothing of the body is shown. */
export function hideInResponse(response: HttpResponse, matcher: FieldMatcher): HttpResponse {
  const read = readBody(response.body, response.headers["content-type"]);
  if (read.kind === "empty") return response;
  if (!("value" in read)) return withBody(response, WITHHELD, "text/plain; charset=utf-8");

  const shown = hideInValue(read.value, matcher);
  return shown === undefined
    ? withBody(response, WITHHELD, "text/plain; charset=utf-8")
    : withBody(response, JSON.stringify(shown), "application/json");
}

function withBody(response: HttpResponse, text: string, type: string): HttpResponse {
  return {
    ...response,
    headers: { ...response.headers, "content-type": type },
    body: new TextEncoder().encode(text),
  };
}
