import type { ApiDocument } from "../../../../src/environments/rest-api/document/api-document.ts";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";
import type { JsonObject } from "../../../../src/util/json.ts";

/** A document of the given version with one GET operation, unless there are other paths. */
export function loaded(parts: JsonObject): Promise<ApiDocument> {
  const version = parts["swagger"] === undefined ? { openapi: "3.0.3" } : {};
  return loadDocument({
    document: { ...version, info: { title: "Shop", version: "1" }, ...onePath, ...parts },
  });
}

/** The one form of a schema, as an answer of the document's only operation. */
export async function normalised(
  schema: JsonObject | boolean,
  openapi = "3.0.3",
  components: JsonObject = {},
): Promise<{
  readonly schema: JsonObject;
  readonly faults: readonly string[];
  readonly document: ApiDocument;
}> {
  const document = await loaded({
    openapi,
    paths: {
      "/things": {
        get: { responses: { 200: { description: "", content: { "application/json": { schema } } } } },
      },
    },
    components: { schemas: components },
  });
  return {
    schema: document.operations[0]?.responses[0]?.schema ?? {},
    faults: document.faults.map(({ place, message }) => `${place} ${message}`),
    document,
  };
}

export const onePath = { paths: { "/things": { get: { responses: { 200: { description: "Things" } } } } } };
