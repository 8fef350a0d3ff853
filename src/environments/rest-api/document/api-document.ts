import type { JsonObject } from "../../../util/json.ts";

/**
 * A JSON Schema (2020-12) whose `$ref`s, where it has any, are `#/$defs/<name>` into `ApiDocument.schemas`, cyclic ones included. Keywords that no
 * validator would take have been dropped. Read only.
 */
export type Schema = JsonObject;

/** Where parameters stand in a request. */
export const PARAMETER_PLACES = ["path", "query", "header", "cookie"] as const;

/** Where a parameter stands in a request. */
export type ParameterPlace = (typeof PARAMETER_PLACES)[number];

/** One parameter of an operation; those of its path are merged in. */
export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  /** As in OpenAPI 3; Swagger's `collectionFormat` is turned into it. */
  readonly style:
    | "simple"
    | "label"
    | "matrix"
    | "form"
    | "spaceDelimited"
    | "pipeDelimited"
    | "tabDelimited"
    | "deepObject";
  /** As in OpenAPI 3: lists and objects are written as several parameters. */
  readonly explode: boolean;
  readonly allowReserved: boolean;
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

/** The body of an operation, in each media type it may have. */
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

/** Names of security schemes that must hold together, with the scopes asked for. Empty: no credentials. */
export type SecurityNeed = Readonly<Record<string, readonly string[]>>;

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
  /** Alternatives; empty where nothing is needed. */
  readonly security: readonly SecurityNeed[];
  readonly deprecated: boolean;
}

/** How requests prove who sends them. `other`: a scheme that is not supported. */
export type SecurityScheme =
  | {
      readonly type: "apiKey";
      readonly name: string;
      readonly in: "query" | "header" | "cookie";
      readonly description: string;
    }
  | { readonly type: "bearer" | "basic"; readonly description: string }
  | {
      readonly type: "oauth2";
      readonly description: string;
      /** Of the client-credentials flow, where there is one. */
      readonly tokenUrl?: string;
      readonly scopes: readonly string[];
    }
  | { readonly type: "other"; readonly description: string };

/** A fault of the document that did not keep it from being used. */
export interface DocumentFault {
  /** File, where there are several, and JSON pointer: `spec.yaml#/paths/~1pets/get`. */
  readonly place: string;
  /** One sentence for the person. */
  readonly message: string;
}

/** A document, read once, in one form for OpenAPI 3.0, 3.1, 3.2 and Swagger 2.0. */
export interface ApiDocument {
  /** `openapi 3.0.3`, `swagger 2.0`. */
  readonly format: string;
  readonly title: string;
  /** The API's own, not the format's. */
  readonly version: string;
  readonly description: string;
  /** Absolute path or URL where it was found; undefined for a document given as an object. */
  readonly source?: string;
  /** Addresses under which it is served, variables filled with their defaults; they may be relative to `source`. */
  readonly servers: readonly string[];
  /** In the document's order. */
  readonly operations: readonly Operation[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** By their names in the document. */
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** What `#/$defs/<name>` in any schema of the document stands for. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** What was passed over while reading. */
  readonly faults: readonly DocumentFault[];
}
