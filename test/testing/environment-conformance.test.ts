import { describe, expect, it } from "vitest";
import type { Environment } from "../../src/environment/environment.ts";
import { environmentConformance } from "../../src/testing/environment-conformance.ts";
import type { EnvironmentUnderTest } from "../../src/testing/environment-under-test.ts";
import { skipping } from "../../src/testing/test-runner.ts";
import { failingTests } from "../support/collecting-runner.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { chooseFile, enterFolder, FILES, findText } from "../support/run-fixture.ts";
import { vitestRunner } from "../support/vitest-runner.ts";

const setup: EnvironmentUnderTest = {
  open: async () => fileTreeEnvironment(FILES),
  task: { question: "Which notes need salt?" },
  actions: [findText("salt"), enterFolder("notes/"), findText("salt"), chooseFile("notes/bread.txt")],
  nonsense: { text: "42 zebras" },
};

describe("an environment of a kind of its own", () => {
  environmentConformance(vitestRunner, setup);
});

describe("a suite of which tests are skipped", () => {
  const failingBut = (reasons: Readonly<Record<string, string>>) =>
    failingTests((runner) => {
      const { it } = skipping(runner, reasons);
      it("cannot hold here", async () => Promise.reject(new Error("no")));
    });

  it("leaves out those that are named, and names a skip that no test has", async () => {
    expect(await failingBut({ "cannot hold here": "because" })).toEqual([]);
    expect(await failingBut({ "is gone": "because" })).toEqual([
      "skips only tests that there are",
      "cannot hold here",
    ]);
  });
});

describe("the environment suite", () => {
  /** Names of the tests that fail once the environment has been spoiled. */
  const failingWith = (spoil: (environment: Environment) => Environment) =>
    failingTests((runner) =>
      environmentConformance(runner, { ...setup, open: async () => spoil(fileTreeEnvironment(FILES)) }),
    );

  it("finds nothing wrong with the file tree as it is", async () => {
    expect(await failingWith((environment) => environment)).toEqual([]);
  });

  it.each([
    [
      "a workspace that is changed in place",
      "counts the version up by one where a tool writes, and only there",
      (environment: Environment): Environment => ({
        ...environment,
        act: async (workspace, action, context) => {
          (workspace as { version: number }).version++;
          return await environment.act(workspace, action, context);
        },
      }),
    ],
    [
      "a write that keeps its version",
      "counts the version up by one where a tool writes, and only there",
      (environment: Environment): Environment => ({
        ...environment,
        act: async (workspace, action, context) => {
          const result = await environment.act(workspace, action, context);
          if (result.failure !== undefined) return result;
          return { ...result, workspace: { ...result.workspace, version: workspace.version } };
        },
      }),
    ],
    [
      "data that is not as declared",
      "returns data as declared, text, and findings of the known codes",
      (environment: Environment): Environment => ({
        ...environment,
        tools: environment.tools.map((tool) => ({
          ...tool,
          outputSchema: { type: "object", properties: { rows: { type: "array" } }, required: ["rows"] },
        })),
      }),
    ],
    [
      "data beyond what is declared",
      "returns data as declared, text, and findings of the known codes",
      (environment: Environment): Environment => ({
        ...environment,
        act: async (workspace, action, context) => {
          const result = await environment.act(workspace, action, context);
          if (result.failure !== undefined) return result;
          const { observation } = result;
          return { ...result, observation: { ...observation, data: { ...observation.data, more: 1 } } };
        },
      }),
    ],
    [
      "an essential tool that needs one that is not",
      "needs nothing but essential tools for an essential one",
      (environment: Environment): Environment => ({
        ...environment,
        tools: environment.tools.map((tool) => ({ ...tool, essential: tool.prerequisites.length > 0 })),
      }),
    ],
    [
      "a tool that adds and refuses a later version",
      "takes an action that only adds in a later version as well",
      (environment: Environment): Environment => ({
        ...environment,
        tools: environment.tools.map((tool) => ({ ...tool, adds: true })),
      }),
    ],
    [
      "a workspace of which nothing is told after a write",
      "tells a workspace in a few lines, and nothing of an empty one",
      (environment: Environment): Environment => ({ ...environment, workspaceText: () => "" }),
    ],
    [
      "arguments that are not looked at",
      "answers an unknown, a missing and a wrong argument",
      (environment: Environment): Environment => ({
        ...environment,
        act: async (workspace, action, context) => {
          const { unheard_of: _, ...known } = action.arguments;
          return await environment.act(workspace, { ...action, arguments: known }, context);
        },
      }),
    ],
    [
      "cancelling that is not honoured",
      "stops when it is cancelled",
      (environment: Environment): Environment => ({
        ...environment,
        act: async (workspace, action, context) =>
          await environment.act(workspace, action, { ...context, signal: new AbortController().signal }),
      }),
    ],
    [
      "a description that changes",
      "describes itself in the same words each time",
      (environment: Environment): Environment => {
        let times = 0;
        return { ...environment, describe: async () => ({ text: `asked ${times++} times` }) };
      },
    ],
    [
      "an error of the model that is thrown",
      "answers an unknown tool with the nearest one",
      (environment: Environment): Environment => ({
        ...environment,
        act: async (workspace, action, context) => {
          const result = await environment.act(workspace, action, context);
          if (result.failure !== undefined) throw new TypeError(result.failure.message);
          return result;
        },
      }),
    ],
    [
      "an answer to anything",
      "refuses an answer that is none, and an empty workspace",
      (environment: Environment): Environment => ({
        ...environment,
        conclude: async () => ({
          answer: { text: "yes" },
          evidence: { environment: "files", kind: "file-tree" },
        }),
      }),
    ],
  ])("finds %s", async (_, test, spoil) => {
    expect(await failingWith(spoil)).toContain(test);
  });
});
