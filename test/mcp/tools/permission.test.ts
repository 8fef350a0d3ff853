import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { TaskSession } from "../../../src/agent/task-session.ts";
import { toolNames } from "../../../src/agent/tool-names.ts";
import { DEFAULT_ACT_LIMITS } from "../../../src/environment/act-context.ts";
import type { ToolFailure } from "../../../src/environment/tool-failure.ts";
import type { WorkspaceStore } from "../../../src/environment/workspace-store.ts";
import { environmentTool } from "../../../src/mcp/tools/environment-tool.ts";
import {
  notGiven,
  permissionGiven,
  permissionQuestion,
  withoutElicitation,
} from "../../../src/mcp/tools/permission.ts";
import { storedWorkspaces } from "../../../src/mcp/workspaces/stored-workspaces.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { loopbackServer, sendJson } from "../../environments/http/loopback-server.ts";
import { serverEnvironment } from "../../environments/rest-api/server-environment.ts";
import { memoryWorkspaceStore } from "../../support/stores.ts";
import { answering, callerOf, questionOf } from "./clarify-fixture.ts";

const PATHS = {
  "/lists": {
    post: {
      operationId: "createList",
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
          },
        },
      },
      responses: { 201: { description: "ok" } },
    },
  },
};
const NO = "No";
const ONCE = "Yes, do it once";
const ALWAYS = "Yes, and any further POST /lists in this workspace without asking";
const HANDLE = "abcdefghijklmn.3";
const created = (response: ServerResponse) => sendJson(response, { id: 7 });

const call = (name: string) => ({
  environment: "api",
  tool: "call_operation",
  arguments: { operation: "createList", arguments: { name } },
});

/** What the environment says of a call that nobody has allowed. */
async function refusedCall(name: string): Promise<ToolFailure> {
  const { url } = await loopbackServer((_, response) => created(response));
  const { environment } = await serverEnvironment(url, PATHS);
  const context = testContext();
  const workspaces = new Map([["api", await environment.openWorkspace(undefined, context)]]);
  const { failure } = await new TaskSession([environment], { workspaces }, context).act(call(name));
  if (failure === undefined) expect.fail("The call was not refused.");
  return failure;
}

const asked = async (name: string) => permissionQuestion(await refusedCall(name), call(name), HANDLE);

describe("the question for leave", () => {
  it("shows the operation, its method, host and path, and its arguments, and offers no first", async () => {
    expect((await asked("Ferries")).question).toEqual({
      message: expect.stringMatching(
        /^This would change something outside: POST \/lists in api \(POST http:\/\/127\.0\.0\.1:\d+\/lists\), with name = "Ferries"\. May it be done\?$/u,
      ),
      choices: [NO, ONCE, ALWAYS],
      ownWords: false,
    });
  });

  it("shows what cannot be seen, and what would turn the text around", async () => {
    const { message } = (await asked("a\nb\u202ec\u200bd")).question;
    expect(message).toContain('name = "a\\nb\\u{202e}c\\u{200b}d"');
  });

  it("says so where the arguments are too long to be shown whole", async () => {
    const { message } = (await asked("x".repeat(10_000))).question;
    expect(message.length).toBeLessThan(4200);
    expect(message).toMatch(/only the first 4000 of 10\d{3} characters are shown\). May it be done\?$/u);
  });

  it("keeps nothing of the arguments with the client", async () => {
    expect(JSON.stringify((await asked("a secret wish")).state)).not.toContain("secret");
  });
});

describe("leave", () => {
  it("is given for the action that was asked about, once or for the task", async () => {
    const question = await asked("Ferries");
    const once = permissionGiven(answering(question, { answer: ONCE }), call("Ferries"), HANDLE);
    expect(once).toEqual({
      allowed: "api POST /lists",
      effect: expect.stringMatching(/^[\w-]{20,}$/u),
      forTask: false,
      handle: HANDLE,
    });
    const always = permissionGiven(answering(question, { answer: ALWAYS }), call("Ferries"), HANDLE);
    expect(always).toEqual({ ...once, forTask: true });
  });

  it("is of one effect for each question, however often the answer comes", async () => {
    const [first, second] = [await asked("Ferries"), await asked("Ferries")];
    const effectOf = (question: typeof first) =>
      permissionGiven(answering(question, { answer: ONCE }), call("Ferries"), HANDLE)?.effect;
    expect(effectOf(first)).toBe(effectOf(first));
    expect(effectOf(second)).not.toBe(effectOf(first));
  });

  it.each([
    ["other arguments", call("Trains"), HANDLE],
    ["another operation", { ...call("Ferries"), arguments: { operation: "deleteList" } }, HANDLE],
    ["another environment", { ...call("Ferries"), environment: "other" }, HANDLE],
    ["another workspace", call("Ferries"), "nopqrstuvwxyz0.3"],
    ["something that is no workspace", call("Ferries"), "what?"],
  ])("is not given for %s", async (_, action, handle) => {
    const round = answering(await asked("Ferries"), { answer: ALWAYS });
    expect(permissionGiven(round, action, handle)).toBeUndefined();
  });

  it.each<[string, JsonObject | "decline" | "cancel"]>([
    ["no", { answer: NO }],
    ["declining", "decline"],
    ["closing the form", "cancel"],
    ["yes in other words", { answer: "yes" }],
    ["yes in own words", { other: "Yes, please" }],
    ["own words beside a yes", { answer: ONCE, other: "but call it Boats" }],
    ["an empty form", {}],
  ])("is not given by %s", async (_, content) => {
    expect(
      permissionGiven(answering(await asked("Ferries"), content), call("Ferries"), HANDLE),
    ).toBeUndefined();
  });

  it("is not given by the answer to another kind of question", async () => {
    const { answer } = answering(await asked("Ferries"), { answer: ONCE });
    for (const state of [null, {}, "yes", { clarification: {} }])
      expect(permissionGiven({ answer, state }, call("Ferries"), HANDLE)).toBeUndefined();
  });
});

it("tells the model of a no that it shall not try again by itself", () => {
  expect(notGiven(call("Ferries"), { type: "declined" })).toMatchObject({
    code: "not-permitted",
    message: expect.stringMatching(/did not allow.+Nothing was done.+Do not try it again by yourself/u),
  });
});

it("tells a model whose client cannot ask who can allow it, and that it cannot itself", async () => {
  const failure = withoutElicitation(await refusedCall("Ferries"));
  expect(failure.code).toBe("permission-needed");
  expect(failure.message).toContain("It would send POST http://127.0.0.1");
  expect(failure.message).toContain("leave cannot be given in a call");
  expect(failure.message).toContain('whoever runs the server can allow it, with --allow "POST /lists"');
});

describe("a call with an effect, from the client to the server behind it", () => {
  async function served(answer = created, store: WorkspaceStore = memoryWorkspaceStore()) {
    const server = await loopbackServer((_, response) => answer(response));
    const { environment } = await serverEnvironment(server.url, PATHS);
    const environments = [environment];
    const bounds = { environments, artifacts: memoryArtifactStore(), limits: DEFAULT_ACT_LIMITS };
    const workspaces = storedWorkspaces({ ...bounds, store, lifetimeSeconds: 600 });
    const names = toolNames(environments);
    const named = names.find("call_operation");
    if (named === undefined) expect.fail("There is no such tool.");
    const tool = environmentTool(named, environment, { ...bounds, workspaces, names });
    const open = async (caller = callerOf()) => (await workspaces.open(undefined, caller)).handle;
    return { server, tool, open };
  }
  const create = (workspace: string | undefined, name = "Ferries") => ({
    ...(workspace === undefined ? {} : { workspace }),
    ...call(name).arguments,
  });

  it("is sent after a yes, once for one answer", async () => {
    const { server, tool, open } = await served();
    const caller = callerOf();
    const input = create(await open());
    const round = answering(questionOf(await tool.call(input, caller)), { answer: ONCE });
    expect(server.seen).toEqual([]);
    expect(await tool.call(input, caller, round)).toMatchObject({ type: "result" });
    expect(await tool.call(input, caller, round)).toMatchObject({
      type: "failure",
      failure: { code: "effect-unknown" },
    });
    expect(server.seen.map(({ method, body }) => [method, body])).toEqual([["POST", '{"name":"Ferries"}']]);
  });

  it("is sent once for one answer that comes twice at the same moment, and where no workspace was named", async () => {
    const { server, tool } = await served();
    const caller = callerOf();
    const input = create(undefined);
    const round = answering(questionOf(await tool.call(input, caller)), { answer: ONCE });
    await Promise.all([tool.call(input, caller, round), tool.call(input, caller, round)]);
    expect(server.seen).toHaveLength(1);
  });

  it("is asked about again after leave for once, and no more after leave for the workspace", async () => {
    const { server, tool, open } = await served();
    const caller = callerOf();
    const workspace = await open();
    const allow = async (answer: string, name: string) => {
      const input = create(workspace.split(".")[0], name);
      return tool.call(input, caller, answering(questionOf(await tool.call(input, caller)), { answer }));
    };
    await allow(ONCE, "Ferries");
    await allow(ALWAYS, "Trains");
    const input = create(workspace.split(".")[0], "Planes");
    expect(await tool.call(input, caller)).toMatchObject({ type: "result" });
    // Another task begins without leave.
    questionOf(await tool.call(create(await open()), caller));
    expect(server.seen.map(({ body }) => JSON.parse(body).name)).toEqual(["Ferries", "Trains", "Planes"]);
  });

  it("is not sent after a no", async () => {
    const { server, tool, open } = await served();
    const caller = callerOf();
    const input = create(await open());
    for (const content of [{ answer: NO }, "decline"] as const) {
      const round = answering(questionOf(await tool.call(input, caller)), content);
      const reply = await tool.call(input, caller, round);
      expect(reply).toMatchObject({ type: "failure", failure: { code: "not-permitted" } });
    }
    expect(server.seen).toEqual([]);
  });

  it("is not sent for somebody else on the same answer", async () => {
    const { server, tool, open } = await served();
    const caller = callerOf();
    const input = create(await open());
    const round = answering(questionOf(await tool.call(input, caller)), { answer: ONCE });
    const reply = await tool.call(input, callerOf({ principal: { id: "ben" } }), round);
    expect(reply).toMatchObject({ type: "failure", failure: { code: "unknown-workspace" } });
    expect(server.seen).toEqual([]);
  });

  it("is not sent where the client cannot ask, whatever the call claims", async () => {
    const { server, tool, open } = await served();
    const caller = callerOf({ elicits: false });
    for (const more of [{}, { allowed: true }, { permission: "yes" }]) {
      const reply = await tool.call({ ...create(await open()), ...more }, caller);
      expect(reply).toMatchObject({ type: "failure" });
    }
    expect(server.seen).toEqual([]);
  });
});
