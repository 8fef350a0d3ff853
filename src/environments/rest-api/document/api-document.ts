import type { JsonObject } from "../../../util/json.ts";
import type { SecurityNeed, SecurityScheme } from "../../http/http-message.ts";

/**
 * A JSON Schema (2020-12) whose `$ref`s, where it has any, are `#/$defs/<name>` into `ApiDocument.schemas`, cyclic ones included. Keywords that no
 * validator would take have been dropped. Read only.
 */
export type Schema = JsonObject;

/** Parts of a request that hold parameters. */
export const PARAMETER_PLACES = ["path", "query", "header", "cookie"] as const;

/** The part of a request that holds a parameter. */
export type ParameterPlace = (typeof PARAMETER_PLACES)[number];

/** One parameter of an operation; those of its path are merged in. */
export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  /** As in OpenAPI 3; Swagger's `collectionFormat` is turned into it. */
  readonly style: "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  /** As in OpenAPI 3: whether lists and objects are written as several parameters. */
  readonly explode: boolean;
  /** Media type in which the value is written, for parameters with `content`. */
  readonly mediaType?: string;
  readonly deprecated: boolean;
}

/** How one property of a form or multipart body is written. */
export interface PartEncoding {
  readonly contentType?: string;
  readonly style?: Parameter["style"];
  readonly explode?: boolean;
}

/** A body in one media type. */
export interface BodyContent {
  readonly mediaType: string;
  readonly schema: Schema;
  /** By the name of the property, for forms and multipart bodies. */
  readonly encoding: Readonly<Record<string, PartEncoding>>;
}

/** The request body of an operation, in all its media types. */
export interface RequestBody {
  readonly required: boolean;
  readonly description: string;
  /** The preferred first: JSON, then forms, then the rest in the document's order. Not empty. */
  readonly contents: readonly BodyContent[];
}

/** A response as the document describes it. */
export interface ResponseSpec {
  /** `200`, `2XX`, `default`. */
  readonly status: string;
  readonly description: string;
  readonly mediaType?: string;
  readonly schema?: Schema;
}

/** A method on a path. */
export interface Operation {
  /** `GET /movie/{movie_id}`: unique in the document. */
  readonly id: string;
  readonly operationId?: string;
  /** Upper case. */
  readonly method: string;
  /** With `{parameters}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly responses: readonly ResponseSpec[];
  /** Alternatives. Empty if no credentials are needed. */
  readonly security: readonly SecurityNeed[];
  readonly deprecated: boolean;
}

/** A fault in the document despite which it can be used. */
export interface DocumentFault {
  /** File (if there are several) and JSON pointer: `spec.yaml#/paths/~1pets/get`. */
  readonly place: string;
  /** One sentence for the person. */
  readonly message: string;
}

/** A parsed document, in one form for OpenAPI 3.0, 3.1, 3.2 and Swagger 2.0. */
export interface ApiDocument {
  /** `openapi 3.0.3`, `swagger 2.0`. */
  readonly format: string;
  readonly title: string;
  /** Version of the API, not of the format. */
  readonly version: string;
  readonly description: string;
  /** Absolute path or URL where it was found; undefined for a document given as an object. */
  readonly source?: string;
  /** Base addresses of the API, variables filled with their defaults. They may be relative to `source`. */
  readonly servers: readonly string[];
  /** In the document's order. */
  readonly operations: readonly Operation[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** By their names in the document. */
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** Targets of `#/$defs/<name>` references, by name. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Faults that reading worked around. */
  readonly faults: readonly DocumentFault[];
}
