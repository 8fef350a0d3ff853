import { describe, expect, it } from "vitest";
import type { RunTaskOptions } from "../../src/agent/run-options.ts";
import { decoupled } from "../../src/agent/strategies/decoupled.ts";
import { dfsdt } from "../../src/agent/strategies/dfsdt.ts";
import { permissionQuestion } from "../../src/agent/strategies/permission.ts";
import { react } from "../../src/agent/strategies/react.ts";
import { chooseFile, enterFolder, findText } from "../support/run-fixture.ts";
import { askableFiles, person, requestsOf as requestsFor, says, send } from "./asking-fixture.ts";

/** With the addresses that something was sent to. */
async function requestsOf(replies: Parameters<typeof requestsFor>[0], more: Partial<RunTaskOptions> = {}) {
  const sent: string[] = [];
  const run = await requestsFor(replies, { environments: [askableFiles((to) => sent.push(to))], ...more });
  return { ...run, sent };
}

describe.each([
  ["react", react],
  ["dfsdt", dfsdt],
] as const)("an action with an external effect in %s", (_, strategy) => {
  it("is shown whole to the person, and taken under a new id after a yes", async () => {
    const { asked, userProxy } = person(says("yes"));
    const { requests, result, sent } = await requestsOf([{ actions: [send("anna")] }], {
      strategy: strategy(),
      userProxy,
    });
    expect(asked).toMatchObject([
      {
        question:
          'This would change something outside: send_file in files, with file = "notes/bread.txt", to = "anna". May it be done?',
        permission: { environment: "files", operation: "send_file", action: send("anna") },
      },
    ]);
    expect(sent).toEqual(["anna"]);
    expect(requests[1]?.transcript).toMatchObject([
      { type: "step", actions: [{ id: "act-1-1" }] },
      { type: "result", id: "act-1-1", text: "sent to anna", failed: false },
    ]);
    const taken = result.events.flatMap((event) =>
      event.type === "action-failed" || event.type === "action-observed" ? [[event.type, event.command]] : [],
    );
    expect(taken).toEqual([
      ["action-failed", "act-1-1"],
      ["action-observed", "act-1-1-allowed"],
    ]);
  });

  it("is not taken after a no, and the policy is told what the person said", async () => {
    const { userProxy } = person(says("Not Anna, she has moved"));
    const { requests, sent } = await requestsOf([{ actions: [send("anna")] }], {
      strategy: strategy(),
      userProxy,
    });
    expect(sent).toEqual([]);
    expect(requests[1]?.transcript.at(-1)).toMatchObject({
      type: "result",
      id: "act-1-1",
      failed: true,
      failure: "permission-needed",
      text: expect.stringContaining("did not allow this, and said: Not Anna, she has moved."),
    });
  });

  it("is not asked about again in the same words once it was not allowed", async () => {
    const { asked, userProxy } = person({ type: "declined" }, says("yes"));
    const { sent } = await requestsOf(
      [{ actions: [send("anna")] }, { actions: [send("anna")] }, { actions: [send("ben")] }],
      {
        strategy: strategy({ asking: true }),
        userProxy,
        ...(strategy === react ? {} : { strategy: dfsdt({ branches: 3 }) }),
      },
    );
    expect(asked).toHaveLength(2);
    expect(sent).toEqual(["ben"]);
  });

  it("needs leave where asking what is meant is off, too", async () => {
    const { userProxy } = person(says("yes"));
    const { sent } = await requestsOf([{ actions: [send("anna")] }], {
      strategy: strategy({ asking: false }),
      userProxy,
    });
    expect(sent).toEqual(["anna"]);
  });

  it("is not asked about twice where it fails after the yes", async () => {
    const { asked, userProxy } = person(says("yes"));
    const { requests } = await requestsOf([{ actions: [send("nobody")] }], {
      strategy: strategy(),
      userProxy,
    });
    expect(asked).toHaveLength(1);
    expect(requests[1]?.transcript.at(-1)).toMatchObject({ id: "act-1-1", failure: "response-error" });
  });
});

it("asks among several actions of one step, and hands in the answer that came with them", async () => {
  const { userProxy } = person(says("yes"));
  const actions = [send("anna"), enterFolder("notes/"), chooseFile("notes/bread.txt")];
  const { result, sent } = await requestsOf([{ actions, claim: { claim: {} } }], { userProxy });
  expect(sent).toEqual(["anna"]);
  expect(result.outcome).toMatchObject({ type: "answered", answer: { text: "notes/bread.txt" } });
});

it("asks for leave where the action was chosen for a thought", async () => {
  const { userProxy } = person(says("ok"));
  const none = [{ thought: "Send it." }, { choice: "none" as const }];
  const replies = [...none, ...none, ...none, { thought: "By hand.", actions: [send("anna")] }];
  const { requests, sent } = await requestsOf(replies, { strategy: decoupled(), userProxy });
  expect(sent).toEqual(["anna"]);
  expect(requests.at(-1)).toMatchObject({ kind: "thought" });
  expect(requests.at(-1)?.transcript.at(-1)).toMatchObject({ text: "sent to anna", failed: false });
});

it("names the operation as the environment calls it, with the arguments of the operation", () => {
  const action = {
    environment: "api",
    tool: "call_operation",
    arguments: { operation: "createList", arguments: { name: "Films", items: [1, 2] } },
  };
  const failure = { code: "permission-needed" as const, message: "", suggestions: [] };
  expect(permissionQuestion(action, failure)).toMatchObject({
    question: expect.stringContaining('createList in api, with name = "Films", items = [1,2].'),
    permission: { operation: "createList", action },
  });
  const named = { ...failure, part: { argument: "operation", text: "POST /lists" } };
  expect(permissionQuestion(action, named).permission?.operation).toBe("POST /lists");
});

it("shows the path as it was written where values stand in it", () => {
  const at = (operation: string) => ({
    environment: "api",
    tool: "call_operation",
    arguments: { operation, arguments: { force: true } },
  });
  const part = { argument: "operation", text: "DELETE /lists/{list_id}" };
  const failure = { code: "permission-needed" as const, message: "", suggestions: [], part };
  expect(permissionQuestion(at("DELETE /lists/production-backup"), failure).question).toContain(
    'DELETE /lists/{list_id} in api, with operation = "DELETE /lists/production-backup", force = true.',
  );
  for (const plain of ["DELETE /lists/{list_id}", "deleteList"])
    expect(permissionQuestion(at(plain), failure).question).toContain("in api, with force = true.");
});

it("does not count what was looked up on the way", async () => {
  const { userProxy } = person(says("yes"), says("yes"));
  const { sent } = await requestsOf(
    [{ actions: [findText("salt")] }, { actions: [send("anna")] }, { actions: [send("ben")] }],
    { userProxy },
  );
  expect(sent).toEqual(["anna", "ben"]);
});
