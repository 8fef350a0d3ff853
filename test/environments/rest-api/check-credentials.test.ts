import { beforeAll, describe, expect, it } from "vitest";
import { createRestApiEnvironment } from "../../../src/environments/rest-api/create-rest-api-environment.ts";
import type { ApiDocument } from "../../../src/environments/rest-api/document/api-document.ts";
import { loadDocument } from "../../../src/environments/rest-api/document/load-document.ts";

const api = {
  openapi: "3.1.0",
  info: { title: "Todos", version: "1" },
  paths: { "/todos": { get: { responses: { 200: { description: "All" } } } } },
};
const components = { securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } } };
let secured: ApiDocument;
let open: ApiDocument;
beforeAll(async () => {
  secured = await loadDocument({ document: { ...api, components } });
  open = await loadDocument({ document: api });
});

const withCredentials = (document: ApiDocument, name: string) =>
  createRestApiEnvironment({
    id: "api",
    document,
    server: "http://127.0.0.1:9",
    http: { credentials: { [name]: { type: "bearer", token: "secret-token" } } },
  });

describe("credentials", () => {
  it("are for a security scheme of the document", async () => {
    await withCredentials(secured, "bearerAuth").close();
  });

  it.each([
    ["bearerAut", "Did you mean bearerAuth?"],
    ["quux", "It has bearerAuth."],
  ])("under a name that no scheme has are refused, without being shown: %s", (name, hint) => {
    expect(() => withCredentials(secured, name)).toThrow(
      expect.objectContaining({
        code: "configuration-invalid",
        message: `The document has no security scheme "${name}".`,
        hint,
      }),
    );
  });

  it("for a document without schemes go into headers", () => {
    expect(() => withCredentials(open, "key")).toThrow(
      expect.objectContaining({ hint: "It has none: send a header (http.headers)." }),
    );
  });
});
