import type { Schema } from "./schema-shapes.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";
export type Problem = 400 | 401 | 403 | 404 | 409 | 413 | 422;

/** What a successful call answers: a component's name, or bytes of a media type, or nothing. */
export interface Answer {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  readonly schema?: Schema;
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, Schema>>;
}

/** One operation, before it is written as OpenAPI. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Names of `components.parameters` or parameters of its own. */
  readonly parameters: readonly (string | Schema)[];
  readonly body?: Schema;
  readonly secured: boolean;
  readonly answer: Answer;
  readonly problems: readonly Problem[];
}

export interface OperationDraft {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (string | Schema)[];
  readonly body?: Schema;
  readonly secured?: boolean;
  readonly answer: Answer;
  /** Beyond those that follow from the draft: 422 for wrong input, 404 with an id in the path, 401 where secured, 400 and 413 with a body. */
  readonly problems?: readonly Problem[];
}

/** An operation of one tag, with the problems that follow from what it takes. */
export function operation(tag: string, method: Method, path: string, draft: OperationDraft): Operation {
  const parameters = draft.parameters ?? [];
  const problems = new Set<Problem>([422, ...(draft.problems ?? [])]);
  if (draft.secured) problems.add(401);
  if (path.includes("{")) problems.add(404);
  if (draft.body !== undefined) problems.add(400).add(413);
  return {
    ...draft,
    tag,
    method,
    path,
    parameters,
    secured: draft.secured ?? false,
    problems: [...problems].sort((a, b) => a - b),
  };
}

export const answers = (schema: Schema, description: string): Answer => ({
  status: 200,
  description,
  schema,
});

export const created = (schema: Schema, description: string): Answer => ({
  status: 201,
  description,
  schema,
  headers: {
    Location: { description: "Path of what was created.", schema: { type: "string" } },
  },
});

export const nothing = (description: string): Answer => ({ status: 204, description });
