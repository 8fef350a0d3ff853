import { HTTPException } from "hono/http-exception";
import { type ProblemStatus, problemCode } from "./document.ts";

/** The answer to a call that failed, in the shape of the document's `Error`. */
export function problemResponse(
  status: ProblemStatus,
  message: string,
  field: string | null = null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ error: { code: problemCode(status), message, field } }, { status, headers });
}

/** To be thrown by a handler; the server answers with it. */
export function problem(status: ProblemStatus, message: string, field: string | null = null): HTTPException {
  return new HTTPException(status, { message, res: problemResponse(status, message, field) });
}

/** What stands under the id of a call, or the 404 that says that there is nothing. */
export function known<T>(things: ReadonlyMap<number, T>, what: string, input: Input): T {
  const id = input.number(`${what}_id`) ?? 0;
  const thing = things.get(id);
  if (thing === undefined) throw problem(404, `There is no ${what} ${id}.`, `${what}_id`);
  return thing;
}

/** What a call gave, checked against the document; defaults are filled in. A name that was not given is undefined. */
export interface Input {
  number(name: string): number | undefined;
  text(name: string): string | undefined;
  ids(name: string): readonly number[] | undefined;
  /** Path and query as they came, for links. */
  readonly url: string;
}

/** What a handler answers; the status is that of the operation's document. */
export interface Reply {
  /** JSON, or a text where the operation has a media type of its own. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Handler = (input: Input) => Reply;

/** Handlers by operationId. */
export type Handlers = Readonly<Record<string, Handler>>;

export const json = (body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  body,
  headers,
});

const PAGE_SIZE = 20;

/** The answer with one page of a list, in the shape of the document's pages; a page after the last is empty. */
export function page<T, V>(input: Input, things: readonly T[], view: (thing: T) => V): Reply {
  const number = input.number("page") ?? 1;
  return json({
    page: number,
    results: things.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map((thing) => view(thing)),
    total_pages: Math.ceil(things.length / PAGE_SIZE),
    total_results: things.length,
  });
}
