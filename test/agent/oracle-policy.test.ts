import { describe, expect, it } from "vitest";
import { oraclePolicy } from "../../src/agent/policies/oracle-policy.ts";
import { runTask } from "../../src/agent/run-loop.ts";
import type { Action } from "../../src/environment/action.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { FuxiError } from "../../src/errors/fuxi-error.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { chooseFile, enterFolder, FILES, findText, runOptions } from "../support/run-fixture.ts";
import { decoupledOptions, ruledFiles } from "./decoupled-fixture.ts";

const FIND_LEEK = { type: "action" as const, action: findText("leek"), label: "find_text(leek)" };

const GOLD = [enterFolder("notes/"), chooseFile("notes/soup.txt")];

/** A file tree that takes the words of a "query" apart into the actions given for them. */
const queried = (parts: readonly Action[] | undefined): Environment => ({
  ...fileTreeEnvironment(FILES),
  capabilities: {
    sql: {
      dialect: "files",
      query: async () => {
        throw new FuxiError("engine-error", "Not used here.");
      },
      takeApart: () => parts,
    },
  },
});

describe("the oracle policy", () => {
  it("replays gold actions one by one and claims what they built", async () => {
    const { outcome, events } = await runTask(runOptions([], { policy: oraclePolicy({ actions: GOLD }) }));
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/soup.txt" } });
    expect(events.flatMap((event) => (event.type === "action-observed" ? [event.action] : []))).toEqual(GOLD);
  });

  it("takes a gold query apart into its clauses", async () => {
    const policy = oraclePolicy({ sql: "SELECT soup" });
    const { outcome } = await runTask(runOptions([], { policy, environments: [queried(GOLD)] }));
    expect(outcome.type).toBe("answered");
  });

  it("gives the words of the tool that refused a gold clause", async () => {
    const policy = oraclePolicy({ sql: "SELECT soup" });
    const environments = [queried([enterFolder("cellar/"), ...GOLD])];
    const { outcome, events } = await runTask(runOptions([], { policy, environments }));
    expect(outcome).toMatchObject({
      type: "unanswerable",
      reason: expect.stringMatching(/^The tools refused a gold clause: enter_folder: .*cellar/),
    });
    expect(events.filter(({ type }) => type === "action-observed")).toEqual([]);
  });

  it("says so when a query cannot be taken apart, or a question has no gold", async () => {
    const environments = [queried(undefined)];
    const whole = await runTask(runOptions([], { policy: oraclePolicy({ sql: "?" }), environments }));
    expect(whole.outcome).toMatchObject({
      type: "unanswerable",
      reason: expect.stringContaining("taken apart"),
    });
    const none = await runTask(runOptions([], { policy: oraclePolicy(() => undefined), environments }));
    expect(none.outcome).toMatchObject({ type: "unanswerable", reason: expect.stringContaining("no gold") });
  });

  it("finds the gold of each question", async () => {
    const policy = oraclePolicy(({ question }) =>
      question.includes("salt") ? { actions: GOLD, claim: { text: "notes/soup.txt" } } : undefined,
    );
    const { outcome } = await runTask(runOptions([], { policy }));
    expect(outcome.type).toBe("answered");
  });

  it("takes a gold program apart, and hands in what the environment says it is", async () => {
    const programs: string[] = [];
    const environment: Environment = {
      ...fileTreeEnvironment(FILES),
      capabilities: {
        graph: {
          takeApart: async (program) => {
            programs.push(program);
            return program === "()" ? undefined : { actions: GOLD, claim: { text: "notes/soup.txt" } };
          },
          named: async () => [],
        },
      },
    };
    const policy = oraclePolicy({ program: "(JOIN r e)" });
    const { outcome } = await runTask(runOptions([], { policy, environments: [environment] }));
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/soup.txt" } });
    expect(new Set(programs)).toEqual(new Set(["(JOIN r e)"]));
    const none = runOptions([], { policy: oraclePolicy({ program: "()" }), environments: [environment] });
    expect((await runTask(none)).outcome).toMatchObject({ reason: expect.stringContaining("gold program") });
    const without = await runTask(runOptions([], { policy }));
    expect(without.outcome).toMatchObject({ type: "failed", code: "usage" });
  });
});

describe("the oracle among permitted actions", () => {
  async function chosen(environment: Environment, actions: readonly Action[]) {
    const policy = oraclePolicy({ actions });
    const { outcome, events } = await runTask(
      decoupledOptions([], { policy, environments: [environment], limits: { steps: 30 } }),
    );
    const choices = events.flatMap((event) =>
      event.type === "policy-replied" && event.command.startsWith("choice-") ? [event.reply.choice] : [],
    );
    return { outcome, choices };
  }

  it("chooses the gold action, or the slot that becomes it", async () => {
    const { outcome, choices } = await chosen(ruledFiles(), [
      enterFolder("notes/"),
      findText("salt"),
      chooseFile("notes/soup.txt"),
    ]);
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/soup.txt" } });
    expect(choices).toEqual([1, 2, 1]);
  });

  it("takes a gold action that is never offered all the same, after it was asked for three times", async () => {
    const { outcome, choices } = await chosen(
      { ...ruledFiles(), permittedActions: async () => [FIND_LEEK] },
      [enterFolder("notes/"), chooseFile("notes/soup.txt")],
    );
    expect(outcome.type).toBe("answered");
    expect(choices).toEqual(Array(6).fill("none"));
  });
});
