import type { PreparedRequest } from "../../../../src/environment/capabilities.ts";
import type { ToolFailure } from "../../../../src/environment/tool-failure.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { serverEnvironment } from "../server-environment.ts";

export const SERVER = "https://api.example/v1";

export type CheckedRequest =
  | {
      readonly request: PreparedRequest /** Path and query after the server's. */;
      readonly target: string;
      readonly failure?: never;
    }
  | { readonly failure: ToolFailure; readonly request?: never; readonly target?: never };

/** The request that a call of the operation with the id "tested" would send: an environment that only shows requests is asked. */
export async function checkedRequest(
  paths: JsonObject,
  given: JsonObject,
  schemas: JsonObject = {},
): Promise<CheckedRequest> {
  const { call } = await serverEnvironment(SERVER, paths, { dryRun: true, components: { schemas } });
  const { failure, observation } = await call("tested", given);
  if (failure !== undefined) return { failure };
  const request = observation.data["request"] as unknown as PreparedRequest;
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
