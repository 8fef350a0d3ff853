import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runTask } from "../../src/agent/run-loop.ts";
import { serverEnvironment } from "../environments/rest-api/server-environment.ts";
import { runOptions, take } from "../support/run-fixture.ts";
import { collected } from "./otlp-collector.ts";

const SECRET = "numbat-secret-0123456789";
let answers: number[] = [];
const server = createServer((_, response) => {
  response.writeHead(answers.shift() ?? 200, { "content-type": "application/json", "retry-after": "0" });
  response.end('{"name":"Zebulon"}');
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

const parameter = (name: string, where: string) => ({
  name,
  in: where,
  required: true,
  schema: { type: "string" },
});
const PATHS = {
  "/films/{title}": {
    get: {
      parameters: [parameter("title", "path"), parameter("mood", "query")],
      responses: { 200: { description: "a film" } },
    },
  },
};

/** A run that calls the operation once. */
const called = (statuses: readonly number[], content = false) =>
  collected(
    async () => {
      answers = [...statuses];
      const { port } = server.address() as AddressInfo;
      const { environment } = await serverEnvironment(`http://127.0.0.1:${port}`, PATHS, {
        http: { trustedHosts: [`127.0.0.1:${port}`], headers: { "x-key": SECRET } },
      });
      const call = {
        ...take("call_operation", {}, "api"),
        arguments: { operation: "GET /films/{title}", arguments: { title: "Quokka", mood: "wistful" } },
      };
      const script = [{ actions: [call] }, { unanswerable: { reason: "no", words: [] } }];
      await runTask(
        runOptions(script, { environments: [environment], task: { question: "Quokka, wistful?" } }),
      );
    },
    { content },
  );

describe("a request to an API, traced", () => {
  it("has the method, the path with its parameters by name, the server and the status", async () => {
    const { one, bytes } = await called([200]);
    const request = one("GET /films/{title}");
    expect(request).toMatchObject({
      kind: 3,
      failed: false,
      parentSpanId: one("execute_tool call_operation").spanId,
    });
    expect(request.attributes).toMatchObject({
      "http.request.method": "GET",
      "url.template": "/films/{title}",
      "server.address": "127.0.0.1",
      "http.response.status_code": 200,
    });
    for (const canary of ["Quokka", "wistful", "Zebulon", SECRET]) expect(bytes).not.toContain(canary);
  });

  it("is one span for each attempt, counted; an error status is the error", async () => {
    const { named } = await called([503, 404]);
    expect(
      named("GET /films/{title}").map(({ failed, attributes }) => [
        failed,
        attributes["error.type"],
        attributes["http.request.resend_count"],
      ]),
    ).toEqual([
      [true, "503", undefined],
      [true, "404", 1],
    ]);
  });

  it("has the whole address where contents are wanted, without what was sent in secret", async () => {
    const { one, bytes } = await called([200], true);
    expect(one("GET /films/{title}").attributes["url.full"]).toMatch(/\/films\/Quokka\?mood=wistful$/u);
    expect(bytes).not.toContain(SECRET);
  });
});
