import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn, writeShop } from "./cli-fixture.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const fuxi = cliIn(folder);

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const HEAD = 'openapi: 3.0.3\ninfo: { title: Pets, version: "1" }\n';
const noServer = file("no-server.yaml", `${HEAD}paths: { /pets: { get: { responses: {} } } }\n`);
const Q = "How many pets are there?";
const api = "sample:cinema-api";

describe("an API that cannot be used", () => {
  const unusable: readonly (readonly [string, readonly string[], number, RegExp])[] = [
    [
      "no model",
      ["ask", api, Q],
      1,
      /cinema-api \(rest-api\) cannot be asked without a language model.*--model-url/u,
    ],
    [
      "no server in the document",
      ["tools", noServer],
      1,
      /Name the server: --server https:\/\/api\.example\.com/u,
    ],
    [
      "a server that is no URL",
      ["tools", noServer, "--server", "pets"],
      1,
      /"pets" is no absolute http\(s\) URL/u,
    ],
    [
      "a document without operations",
      ["tools", file("empty.yaml", `${HEAD}paths: {}\n`)],
      1,
      /no operation/u,
    ],
    ["a document that is none", ["tools", `openapi:${file("x.md", "# Title\n\n- a: [")}`], 1, /parsed/u],
    ["nothing behind the scheme", ["tools", "openapi:"], 2, /nothing after openapi:/u],
    ["a header without a name", ["tools", api, "--header", "Bearer s3cret"], 2, /--header "Name: value"/u],
    [
      "an operation that there is not",
      ["tools", api, "--allow", "POST /list"],
      1,
      /Did you mean POST \/lists/u,
    ],
    ["one to deny", ["tools", api, "--deny", "GET /film"], 1, /Did you mean GET/u],
    ["one that only reads", ["tools", api, "--read-only", "qeryFilms"], 1, /no operation "qeryFilms"/u],
    ["--server beside the sample", ["tools", api, "--server", "https://h.example"], 2, /server of its own/u],
    ["--dry-run without an API", ["tools", shop, "--dry-run"], 2, /--dry-run is for APIs/u],
    ["a team without an API", ["ask", shop, Q, "--strategy", "api-team"], 3, /Use the strategy react/u],
    ["no such part", ["ask", api, Q, "--without", "planner"], 2, /questions, supervisor, thoughts/u],
    [
      "a part of another strategy",
      ["ask", shop, Q, "--without", "supervisor"],
      2,
      /react has no supervisor/u,
    ],
    [
      "arguments that are no JSON",
      ["call", api, "call_operation", "operation=x", "arguments={bad"],
      2,
      /single quotes/u,
    ],
  ];
  it.each(unusable)("is told, with what to do: %s", async (_, words, code, message) => {
    const result = await fuxi(...words);
    expect([result.code, result.out + result.err]).toEqual([code, expect.stringMatching(message)]);
    expect(result.err).not.toContain("s3cret");
    if (code === 1 && words[0] !== "call") expect(result.err.trim().split("\n")).toHaveLength(1);
  });

  it.each([
    [404, /answered with 404/u],
    [401, /answered with 401/u],
    [200, /parsed|no OpenAPI|not an OpenAPI|neither/iu],
  ])("is one line where its document is answered with %s", async (status, message) => {
    const server = createServer((_, response) => response.writeHead(status).end("<html>no</html>"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { code, err } = await fuxi("tools", `http://127.0.0.1:${port}/openapi.json`);
    server.close();
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(err).not.toContain("..");
  });

  it("is left out beside a database, with a warning, where there is no model", async () => {
    const { code, err } = await fuxi("ask", shop, api, "How many customers are there?");
    expect([code, err]).toEqual([0, expect.stringContaining("cinema-api (rest-api) is left out")]);
  });

  it("begins no run without a model", async () => {
    await fuxi("ask", api, "A question for nobody");
    expect((await fuxi("runs", "list")).out).not.toContain("A question for nobody");
  });
});
