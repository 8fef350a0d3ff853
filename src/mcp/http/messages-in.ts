import type { RequestId } from "@modelcontextprotocol/server";
import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";

/** Ids of the requests in a body: of one message, or of a batch. */
export function requestIdsIn(body: Json | undefined): readonly RequestId[] {
  return messagesIn(body).flatMap(({ id, method }) => (isId(id) && typeof method === "string" ? [id] : []));
}

/** Ids of the requests that a body cancels. */
export function cancelledIdsIn(body: Json | undefined): readonly RequestId[] {
  return messagesIn(body).flatMap(({ method, params }) => {
    const id = method === "notifications/cancelled" && isObject(params) ? params["requestId"] : undefined;
    return isId(id) ? [id] : [];
  });
}

export function hasMethod(body: Json | undefined, method: string): boolean {
  return messagesIn(body).some((message) => message["method"] === method);
}

function messagesIn(body: Json | undefined): readonly JsonObject[] {
  return (Array.isArray(body) ? body : [body]).filter(isObject);
}

function isId(value: Json | undefined): value is RequestId {
  return typeof value === "string" || typeof value === "number";
}
