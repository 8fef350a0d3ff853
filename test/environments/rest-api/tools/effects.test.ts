import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { DEFAULT_ACT_LIMITS } from "../../../../src/environment/act-context.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import { WORKSPACE_LIMIT_BYTES, type Workspace } from "../../../../src/environment/workspace.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { loopbackServer, sendJson } from "../../http/loopback-server.ts";
import { apiPaths } from "../api-paths.ts";
import { serverEnvironment } from "../server-environment.ts";

const NAMED = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const PATHS = apiPaths({
  "GET /lists getLists": {},
  "POST /lists createList": { body: NAMED },
  "DELETE /lists/{list_id:integer} deleteList": {},
  "POST /query query": {},
});

const LIST = { name: "Ferries" };

async function answering(answer: (response: ServerResponse) => void, options = {}) {
  const server = await loopbackServer((_, response) => answer(response));
  return { server, ...(await serverEnvironment(server.url, PATHS, { allow: ["createList"], ...options })) };
}

test("an operation with an effect needs leave, and shows what it would send", async () => {
  const { server, call } = await answering((response) => sendJson(response, {}), { allow: [] });
  const { failure } = await call("createList", LIST);
  expect(failure).toMatchObject({
    code: "permission-needed",
    message: `POST /lists changes something and has not been allowed. It would send POST ${server.url}/lists with {"name":"Ferries"}. Nothing was sent.`,
  });
  expect(server.seen).toEqual([]);
});

test("the person is shown method, host and path, and nothing of the server's address that may be secret", async () => {
  const server = await loopbackServer((_, response) => sendJson(response, {}));
  const { call } = await serverEnvironment(`${server.url}/hooks/s3cret-token`, PATHS, {
    http: { headers: { "x-hook": "s3cret-token" } },
  });
  const { failure } = await call("deleteList", { list_id: 7 });
  expect(failure?.destination).toBe(`DELETE ${server.url}/hooks/***/lists/7`);
});

test("leave is for one operation: by configuration under any of its names, or in the run", async () => {
  const { server, call } = await answering((response) => sendJson(response, { id: 7 }), {
    allow: ["POST /lists"],
  });
  expect((await call("createList", LIST)).observation?.text).toContain("r1 = POST /lists (200)");
  expect((await call("deleteList", { list_id: 7 })).failure?.code).toBe("permission-needed");
  const inRun = { context: { allowed: ["api DELETE /lists/{list_id}"] } };
  expect((await call("deleteList", { list_id: 7 }, inRun)).failure).toBeUndefined();
  const elsewhere = { context: { allowed: ["other DELETE /lists/{list_id}"] } };
  expect((await call("deleteList", { list_id: 7 }, elsewhere)).failure?.code).toBe("permission-needed");
  expect(server.seen.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
    { method: "POST", url: "/lists", body: '{"name":"Ferries"}' },
    { method: "DELETE", url: "/lists/7", body: "" },
  ]);
});

test("leave for a path with a value in it holds for that value alone, however the call is written", async () => {
  const { server, call, environment } = await answering((response) => response.writeHead(204).end(), {
    allow: ["DELETE /lists/7"],
  });
  const effect = (operation: string, args: JsonObject) =>
    environment.effectOf?.(
      { environment: "api", tool: "call_operation", arguments: { operation, arguments: args } },
      {},
    );
  const forms: readonly (readonly [string, JsonObject])[] = [
    ["deleteList", { list_id: 7 }],
    ["deleteList", { list_id: "7" }],
    ["DELETE /lists/7", {}],
    ["DELETE /lists/8", { list_id: 7 }],
  ];
  for (const [operation, args] of forms) {
    expect((await call(operation, args)).failure).toBeUndefined();
    expect(effect(operation, args)).toBe("external");
  }
  expect(new Set(server.seen.map(({ url }) => url))).toEqual(new Set(["/lists/7"]));
  const others: readonly (readonly [string, JsonObject])[] = [
    ["deleteList", { list_id: 8 }],
    ["deleteList", { list_id: 77 }],
    ["DELETE /lists/8", {}],
    ["DELETE /lists/7", { list_id: 8 }],
    ["DELETE /lists/{list_id}", { list_id: -7 }],
  ];
  for (const [operation, args] of others) {
    expect((await call(operation, args)).failure?.code).toBe("permission-needed");
    expect(effect(operation, args)).toBe("none");
  }
  expect((await call("createList", LIST)).failure?.code).toBe("permission-needed");
  expect(server.seen).toHaveLength(forms.length);
});

test.each([400, 401, 409, 429, 500, 503])("an effect answered with %i is sent once", async (status) => {
  const { server, call } = await answering((response) =>
    response.writeHead(status, { "retry-after": "0" }).end("not now"),
  );
  const { failure } = await call("createList", LIST);
  expect(failure).toMatchObject({
    code: "response-error",
    message: expect.stringContaining(`${status}: not now`),
  });
  expect(server.seen).toHaveLength(1);
});

test("an effect whose connection breaks off is sent once, and may have happened", async () => {
  const { server, call } = await answering((response) => response.socket?.destroy());
  const { failure } = await call("createList", LIST);
  expect(failure).toMatchObject({
    code: "effect-unknown",
    message: expect.stringContaining("Look before doing it again"),
  });
  expect(server.seen).toHaveLength(1);
});

test("an effect that nobody answers in time is sent once, and may have happened", async () => {
  const { server, call } = await answering(() => undefined);
  const context = { limits: { ...DEFAULT_ACT_LIMITS, milliseconds: 300 } };
  const { failure } = await call("createList", LIST, { context });
  expect(failure?.code).toBe("effect-unknown");
  expect(server.seen).toHaveLength(1);
});

test("an effect whose answer is too large may have happened", async () => {
  const { call } = await answering((response) => response.end(Buffer.alloc(2000)), {
    http: { mostBytes: 1000 },
  });
  expect((await call("createList", LIST)).failure?.code).toBe("effect-unknown");
});

test("an effect that never left is no effect", async () => {
  const { call } = await serverEnvironment("http://127.0.0.1:1", PATHS, { allow: ["*"] });
  expect((await call("createList", LIST)).failure).toMatchObject({
    code: "server-unreachable",
    message: expect.stringContaining("Nothing listens there"),
  });
});

test("pages of an effect are not asked for", async () => {
  const { server, environment, call } = await answering((response) =>
    sendJson(response, { results: [{ id: 1 }], next: "/lists?page=2" }),
  );
  const { observation } = await call("createList", LIST);
  expect(observation?.notes).toEqual([]);
  expect(server.seen).toHaveLength(1);
  const action = { environment: "api", tool: "call_operation", arguments: { operation: "createList" } };
  expect(environment.effectOf?.(action, {})).toBe("external");
});

test("a POST that only reads is tried again and needs no leave", async () => {
  let times = 0;
  const { server, call, environment } = await answering(
    (response) =>
      ++times === 1
        ? response.writeHead(503, { "retry-after": "0" }).end()
        : sendJson(response, { ok: true }),
    { readOnly: ["query"] },
  );
  expect((await call("query")).failure).toBeUndefined();
  expect(server.seen).toHaveLength(2);
  const action = { environment: "api", tool: "call_operation", arguments: { operation: "POST /query" } };
  expect(environment.effectOf?.(action, {})).toBe("none");
});

test("what has an effect is only shown in a dry run, and reading as well", async () => {
  const { server, call, environment } = await answering(() => undefined, { dryRun: true });
  const { observation, workspace } = await call("createList", LIST);
  expect(observation).toMatchObject({
    text: `POST ${server.url}/lists\n{"name":"Ferries"}`,
    notes: [{ code: "sent-nothing" }],
  });
  expect(workspace?.state.calls).toEqual([]);
  await call("getLists");
  expect(server.seen).toEqual([]);
  const action = { environment: "api", tool: "call_operation", arguments: { operation: "createList" } };
  expect(environment.effectOf?.(action, {})).toBe("none");
});

test("what is denied does not exist", async () => {
  const { call, environment } = await answering(() => undefined, { allow: ["*"], deny: ["deleteList"] });
  const { failure } = await call("DELETE /lists/7");
  expect(failure?.code).toBe("unknown-operation");
  expect(failure?.suggestions.map(({ text }) => text)).not.toContain("DELETE /lists/{list_id}");
  expect(JSON.stringify(environment.tools)).not.toContain("deleteList");
});

test("an effect is seen under every form of the arguments that is sent", async () => {
  const { server, environment } = await answering((response) => sendJson(response, { id: 7 }));
  const context = testContext();
  const forms: readonly JsonObject[] = [
    { operation: "POST /lists", arguments: LIST },
    { Operation: "POST /lists", arguments: LIST },
    { Operation: " createList ", arguments: JSON.stringify(LIST) },
  ];
  for (const given of forms) {
    const action = { environment: "api", tool: "call_operation", arguments: given };
    expect(environment.effectOf?.(action, {})).toBe("external");
    const workspace = await environment.openWorkspace(undefined, context);
    expect((await environment.act(workspace, action, context)).failure).toBeUndefined();
  }
  expect(server.seen).toHaveLength(forms.length);
  const refused = { operation: "createList", Operation: "createList", arguments: LIST };
  const action = { environment: "api", tool: "call_operation", arguments: refused };
  expect(environment.effectOf?.(action, {})).toBe("none");
});

/** A workspace of so many bytes. */
async function grown(environment: Environment, bytes: number): Promise<Workspace> {
  const workspace = await environment.openWorkspace(undefined, testContext());
  const question = "q".repeat(bytes - JSON.stringify(workspace).length);
  return { ...workspace, state: { ...workspace.state, question } };
}

test("an effect whose response would find no room is not sent", async () => {
  const { server, environment, call } = await answering((response) => sendJson(response, { id: 7 }));
  const workspace = await grown(environment, WORKSPACE_LIMIT_BYTES - 500);
  expect((await call("createList", LIST, { workspace })).failure).toMatchObject({
    code: "workspace-full",
    message: expect.stringContaining("Nothing was sent."),
  });
  expect(server.seen).toEqual([]);
});

test("an effect that was answered is told with its status where its response finds no room after all", async () => {
  const { server, environment, call } = await answering((response) => {
    response.writeHead(201, { "content-type": `text/plain; note=${"n".repeat(3000)}` }).end("made");
  });
  const workspace = await grown(environment, WORKSPACE_LIMIT_BYTES - 2500);
  expect((await call("createList", LIST, { workspace })).failure).toMatchObject({
    code: "effect-unknown",
    message: expect.stringMatching(/POST \/lists was sent and answered with 201.+Do not do it again/u),
  });
  expect(server.seen).toHaveLength(1);
});

test("an effect that was answered is told with its status where the store does not take its response", async () => {
  const { server, call } = await answering((response) => sendJson(response, { id: 7 }));
  const artifacts = memoryArtifactStore({ capBytes: 2 });
  expect((await call("createList", LIST, { context: { artifacts } })).failure).toMatchObject({
    code: "effect-unknown",
    message: expect.stringContaining("was sent and answered with 200"),
  });
  expect(server.seen).toHaveLength(1);
});
