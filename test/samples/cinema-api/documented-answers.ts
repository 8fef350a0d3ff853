import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { cinemaApiDocument } from "../../../src/samples/cinema/api/cinema-api-document.ts";

interface Content {
  readonly schema?: unknown;
}

interface DocumentedResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Content>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly $ref?: string;
    readonly in?: string;
    readonly schema?: unknown;
  }[];
  readonly requestBody?: unknown;
  readonly security?: unknown;
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, DocumentedResponse>>>>;
}

const document = cinemaApiDocument("http://127.0.0.1") as Document;

export const documentedOperations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    id: operation.operationId,
    operation,
  })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
// Stricter than the document itself: what it does not name must not be answered.
ajv.addSchema(closed(document) as object, "document");

/** What is wrong with an answer by the document of its operation; empty if nothing is. */
export function undocumented(
  id: string,
  status: number,
  mediaType: string | null,
  body: unknown,
): readonly string[] {
  const found = documentedOperations.find((entry) => entry.id === id);
  const response = found?.operation.responses[String(status)];
  if (found === undefined || response === undefined) return [`${id} does not document ${status}`];
  const shared = response.$ref?.split("/").at(-1);
  const target = shared === undefined ? response : document.components["responses"]?.[shared];
  const content = target?.content;
  if (content === undefined) return body === "" ? [] : [`${id} ${status} has a body`];
  const type = Object.keys(content)[0] ?? "";
  if (mediaType?.split(";")[0] !== type) return [`${id} ${status} is ${mediaType} and not ${type}`];
  const path =
    shared === undefined
      ? `/paths/${found.path.replaceAll("/", "~1")}/${found.method.toLowerCase()}/responses/${status}`
      : `/components/responses/${shared}`;
  const pointer = `${path}/content/${type.replaceAll("/", "~1")}/schema`;
  const valid = ajv.getSchema(`document#${encodeURI(pointer)}`);
  if (valid === undefined) return [`${id} ${status} has no schema`];
  valid(body);
  return (valid.errors ?? []).map((error) => `${id} ${status} ${error.instancePath} ${error.message}`);
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  return copy["type"] === "object" && copy["properties"] !== undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}
