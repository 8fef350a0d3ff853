import type { Json, JsonObject } from "../util/json.ts";
import type { ActContext } from "./act-context.ts";
import type { ToolFailure } from "./tool-failure.ts";

/** One operation of an API, as tools and lists name it. */
export interface ApiOperation {
  /** `GET /movie/{movie_id}`: unique in its document, and what tools take. */
  readonly id: string;
  /** The document's own name for it, where it has one. */
  readonly operationId?: string;
  /** Upper case. */
  readonly method: string;
  /** With `{parameters}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
}

/** A request as it would be sent, but for credentials. */
export interface PreparedRequest {
  /** Upper case. */
  readonly method: string;
  /** Absolute, without credentials. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text of the body; of a multipart body, its parts in words. */
  readonly body?: string;
}

/** Where a value for an argument comes from: a field of the response of another operation. */
export interface ArgumentOrigin {
  /** Id of the other operation. */
  readonly operation: string;
  /** `results[].id` */
  readonly field: string;
}

/** An argument that an operation cannot be called without. */
export interface ApiNeed {
  readonly name: string;
  /** Whether it stands for a thing of the API, so that only a response or a person can give it. */
  readonly isIdentifier: boolean;
  /** A value of the declared type, and nothing that the API knows. */
  readonly example: Json;
}

/** REST API beside the tools: for scorers, the oracle policy and benchmarks. */
export interface ApiCapability {
  /** In the document's order, without those that the configuration denies. */
  readonly operations: readonly ApiOperation[];
  /** The operation that a name means: an id, an operationId, a path with values in it; undefined where none is meant beyond doubt. */
  find(name: string): ApiOperation | undefined;
  /** The best first. */
  search(text: string, limit: number): readonly ApiOperation[];
  /** Checks the arguments and says what would be sent, or what is wrong with them; sends nothing. */
  prepare(
    operation: string,
    given: JsonObject,
    context: ActContext,
  ): Promise<
    | { readonly request: PreparedRequest; readonly failure?: never }
    | { readonly failure: ToolFailure; readonly request?: never }
  >;
  /** Operations that return what this argument wants, the likeliest first. */
  origins(operation: string, argument: string): readonly ArgumentOrigin[];
  /** What has to be given, members of a body by their own names; nothing for an operation that there is not. Absent where the environment cannot say. */
  needs?(operation: string): readonly ApiNeed[];
}
