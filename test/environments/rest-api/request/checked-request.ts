import type { ToolFailure } from "../../../../src/environment/tool-failure.ts";
import { closure } from "../../../../src/environments/rest-api/document/closure.ts";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";
import type { HttpRequest } from "../../../../src/environments/rest-api/http/http-message.ts";
import { createArgumentChecker } from "../../../../src/environments/rest-api/request/create-argument-checker.ts";
import { createArgumentOrigins } from "../../../../src/environments/rest-api/search/create-argument-origins.ts";
import type { JsonObject } from "../../../../src/util/json.ts";

export const SERVER = "https://api.example/v1";

export type CheckedRequest =
  | {
      readonly request: HttpRequest /** Path and query after the server's. */;
      readonly target: string;
      readonly failure?: never;
    }
  | { readonly failure: ToolFailure; readonly request?: never; readonly target?: never };

/** Checks arguments for the operation with the id "tested" of a document with some paths, and builds its request. */
export async function checkedRequest(
  paths: JsonObject,
  given: JsonObject,
  schemas: JsonObject = {},
): Promise<CheckedRequest> {
  const document = await loadDocument({
    text: JSON.stringify({
      openapi: "3.1.0",
      info: { title: "API", version: "1" },
      paths,
      components: { schemas },
    }),
  });
  const operation = document.operations.find(({ operationId }) => operationId === "tested");
  if (operation === undefined) throw new TypeError("the document has no operation called tested");
  const origins = createArgumentOrigins(document);
  const checker = createArgumentChecker({
    server: SERVER,
    close: (schema) => closure(document, schema),
    origins,
  });
  const checked = checker.check(operation, given);
  if (checked.failure) return { failure: checked.failure };
  const request = checker.build(operation, checked.arguments);
  return { request, target: request.url.slice(SERVER.length) };
}

/** `GET /things` with parameters. */
export function withParameters(...parameters: readonly JsonObject[]): JsonObject {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const path = ["/things", ...inPath.map(({ name }) => `{${String(name)}}`)].join("/");
  return {
    [path]: { get: { operationId: "tested", parameters, responses: { 200: { description: "ok" } } } },
  };
}

/** `POST /things` with a body. */
export function withBody(mediaType: string, content: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    "/things": {
      post: {
        operationId: "tested",
        requestBody: { required: true, content: { [mediaType]: content } },
        responses: { 200: { description: "ok" } },
        ...more,
      },
    },
  };
}
