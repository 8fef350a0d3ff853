import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openEnvironments } from "../../src/config/open-environments.ts";
import { recogniseTarget } from "../../src/config/recognise-target.ts";
import { withoutCredentials } from "../../src/config/target-names.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const YAML = "openapi: 3.0.3\ninfo: { title: Pets, version: '1' }\npaths: {}\n";

describe("an API document", () => {
  it.each([
    ["openapi.yaml", YAML, "api"],
    ["pets.yml", YAML, "pets"],
    ["pets.openapi.json", '{"openapi": "3.1.0", "info": {}, "paths": {}}', "pets"],
    ["old-swagger.json", '{\n  "swagger": "2.0",\n  "info": {}\n}', "old"],
    ["spec.txt", YAML, "spec"],
  ])("is known by its beginning: %s", (name, content, called) => {
    expect(recogniseTarget(file(name, content))).toMatchObject({ type: "api-document", name: called });
  });

  it.each([
    ["https://api.example.org/openapi.json", "example"],
    ["https://films.example.org/v3/api-docs", "films"],
    ["https://films.example.org/swagger.yaml", "films"],
    ["openapi:https://films.example.org/about", "films"],
    ["openapi+https://films.example.org/about", "films"],
    ["http://127.0.0.1:8080/openapi.json", "api"],
    ["http://localhost:8080/openapi.json", "api"],
    ["http://[::1]:8080/openapi.json", "api"],
  ])("is known by its path or its scheme: %s", (url, name) => {
    expect(recogniseTarget(url)).toMatchObject({ type: "api-document", name });
  });

  it("is what it is said to be, whatever it is called", () => {
    expect(recogniseTarget(`openapi:${file("notes.md", YAML)}`)).toMatchObject({ type: "api-document" });
  });

  it("is stored without what is secret in its address", () => {
    expect(withoutCredentials("openapi:https://ann:s3cret@example.org/x?api_key=k&lang=de")).toBe(
      "openapi:https://ann@example.org/x?lang=de",
    );
    expect(withoutCredentials("https://ann:s3cret@example.org/openapi.json")).not.toContain("s3cret");
  });
});

const document = (schema: object, security: readonly object[] = []) =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://pets.example.org" }],
    security,
    paths: { "/pets": { get: { responses: { "200": { description: "Pets", content: json(schema) } } } } },
    components: { securitySchemes: { "api-token": { type: "http", scheme: "bearer" } } },
  });
const json = (schema: object) => ({ "application/json": { schema } });

async function opened(path: string, api = {}, env: NodeJS.ProcessEnv = {}) {
  const warnings: string[] = [];
  const [environment] = await openEnvironments([path], {
    folders: { cache: folder, data: folder },
    env,
    signal: new AbortController().signal,
    api,
    onWarning: (message) => warnings.push(message),
  });
  await environment?.close();
  return { warnings };
}

describe("an API document that is opened", () => {
  it("tells which variable its credentials are missing from, where hardly anything works without", async () => {
    const path = file("closed.json", document({}, [{ "api-token": [] }]));
    expect((await opened(path)).warnings).toEqual([
      "closed: 1 of 1 operations want credentials; none are set (FUXI_API_API_TOKEN, or --header-file)",
    ]);
    expect((await opened(path, {}, { FUXI_API_API_TOKEN: "t" })).warnings).toEqual([]);
    expect((await opened(path, { header: ["X-Tenant: t"] })).warnings).toEqual([]);
    expect((await opened(file("open.json", document({})))).warnings).toEqual([]);
  });

  it("may refer from a file to a private host only where that is trusted", async () => {
    const server = createServer((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end('{"type": "array", "items": {"type": "string"}}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pets.json`;
    const path = file("split.json", document({ $ref: url }));
    const refused = await opened(path, { followOutside: true });
    expect(refused.warnings.join()).toContain("private address");
    const trusted = await opened(path, { followOutside: true, trustHost: ["127.0.0.1"] });
    server.close();
    expect(trusted.warnings).toEqual([]);
  });

  it.each([
    [{ dryRun: true }, "--dry-run"],
    [{ readOnly: ["POST /x"] }, "--read-only"],
    [{ trustHost: ["h"] }, "--trust-host"],
  ])("is what %j is for, and nothing else", async (api, flag) => {
    await expect(opened("sample:cinema-kb", api)).rejects.toMatchObject({
      code: "usage",
      message: `${flag} is for APIs, and no target is one.`,
    });
  });

  it("is not asked with a header that has no name, whose text is not repeated", async () => {
    const path = file("header.json", document({}));
    await expect(opened(path, { header: ["Bearer s3cret"] })).rejects.toMatchObject({
      code: "usage",
      message: expect.not.stringContaining("s3cret"),
    });
  });
});
