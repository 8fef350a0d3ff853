import { HTTPException } from "hono/http-exception";

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 422 | 500;

const codes: Readonly<Record<ProblemStatus, string>> = {
  400: "bad_json",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  409: "conflict",
  413: "too_large",
  422: "invalid_input",
  500: "internal",
};

/** The answer to a call that failed, in the shape of the document's `Error`. */
export function problemResponse(
  status: ProblemStatus,
  message: string,
  field: string | null = null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ error: { code: codes[status], message, field } }, { status, headers });
}

/** To be thrown by a handler; the server answers with it. */
export function problem(status: ProblemStatus, message: string, field: string | null = null): HTTPException {
  return new HTTPException(status, { message, res: problemResponse(status, message, field) });
}

/** What stands under an id, or the 404 that says that there is nothing. */
export function known<T>(things: ReadonlyMap<number, T>, id: number, what: string): T {
  const thing = things.get(id);
  if (thing === undefined) throw problem(404, `There is no ${what} ${id}.`, `${what}_id`);
  return thing;
}
