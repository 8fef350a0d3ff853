import { describe, expect, it } from "vitest";
import { scriptedPolicy } from "../../src/agent/policies/scripted-policy.ts";
import { systemPrompt } from "../../src/agent/prompts/system-prompt.ts";
import { referencesIn } from "../../src/agent/references.ts";
import { runTask } from "../../src/agent/run-loop.ts";
import { decoupled } from "../../src/agent/strategies/decoupled.ts";
import { resolveAction, toolNames } from "../../src/agent/tool-names.ts";
import type { ReferencedValues } from "../../src/environment/act-context.ts";
import type { Action } from "../../src/environment/action.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { memoryArtifactStore } from "../../src/store/artifacts.ts";
import type { Json } from "../../src/util/json.ts";
import { PRINCIPAL, runOptions, take } from "../support/run-fixture.ts";
import { policyContext } from "./policies/llm-fixture.ts";
import { referringFiles } from "./referring-files.ts";

const useValues = (values: Json, environment = "away"): Action => ({
  environment,
  tool: "use_values",
  arguments: { values },
});
const enter = take("enter_folder", { folder: "notes/" }, "home");
const choose = take("choose_file", { file: "notes/soup.txt" }, "home");

/** Runs the actions in one step over two environments and gives the events of their results. */
async function resultsOf(actions: readonly Action[], environments?: readonly Environment[]) {
  const given: (ReferencedValues | undefined)[] = [];
  const artifacts = memoryArtifactStore();
  const { events } = await runTask(
    runOptions([{ actions }], {
      policy: scriptedPolicy((request) =>
        request.transcript.length === 0 ? { actions } : { unanswerable: { reason: "done", words: [] } },
      ),
      environments: environments ?? [
        referringFiles("home"),
        referringFiles("away", (one) => given.push(one)),
      ],
      artifacts,
    }),
  );
  const results = events.filter(({ type }) => type === "action-observed" || type === "action-failed");
  return { results, given, artifacts, events };
}

describe("references between environments", () => {
  it("hands the values of a result made in the same step over without showing them", async () => {
    const { given, artifacts, events } = await resultsOf([enter, choose, useValues("home:chosen")]);
    expect(given).toMatchObject([{ reference: "home:chosen", kind: "texts", total: 1 }]);
    const content = await artifacts.get(given[0]?.values.sha256 ?? "", PRINCIPAL);
    expect(new TextDecoder().decode(content)).toBe('"notes/soup.txt"\n');
    const taken = events.find((event) => event.type === "action-observed" && event.environment === "away");
    expect(JSON.stringify(taken)).toContain("home:chosen");
    expect(JSON.stringify(taken)).not.toContain("soup");
  });

  it("takes a reference as an object where a parameter takes its text", async () => {
    const { given } = await resultsOf([enter, choose, useValues({ $ref: "home:chosen" })]);
    expect(given).toMatchObject([{ total: 1 }]);
  });

  it("says what can be referred to when a reference names nothing", async () => {
    const { results } = await resultsOf([enter, choose, useValues("home:choosen")]);
    expect(results.at(-1)).toMatchObject({
      type: "action-failed",
      environment: "away",
      failure: {
        code: "unknown-reference",
        message: 'There is nothing by the reference "home:choosen". There is: home:chosen.',
        suggestions: [{ text: "home:chosen", replaces: "home:choosen", reason: "1 texts" }],
      },
    });
  });

  it.each(["chosen", "attic:chosen", "home:other"])(
    "names the whole reference instead of %s",
    async (text) => {
      const { results } = await resultsOf([enter, choose, useValues(text)]);
      expect(results.at(-1)).toMatchObject({
        failure: { code: "unknown-reference", suggestions: [{ text: "home:chosen" }] },
      });
    },
  );

  it("does not refer to the acting environment itself, and says when nobody holds anything", async () => {
    const { results } = await resultsOf([useValues("away:chosen")]);
    expect(results.at(-1)).toMatchObject({
      failure: {
        message: expect.stringMatching(/belongs to away itself.* No other environment holds a result yet/),
      },
    });
  });

  it("passes on why an environment cannot hand something over", async () => {
    const { results } = await resultsOf([useValues("home:everything")]);
    expect(results.at(-1)).toMatchObject({
      failure: { code: "too-large", part: { text: "home:everything" } },
    });
  });

  it("finds references anywhere in the arguments, and texts only where a parameter takes references", () => {
    const action = take("find_text", {});
    const found = (given: { readonly [name: string]: Json }, properties = {}) =>
      referencesIn({ ...action, arguments: given }, { inputSchema: { type: "object", properties } });
    expect(found({ a: [{ b: { $ref: "kb:#1" } }, { $ref: "kb:#1" }], c: "kb:#2" })).toEqual(["kb:#1"]);
    const format = { type: "string", format: "reference" };
    expect(found({ a: "kb:#2", b: ["kb:#3"] }, { a: format, b: { type: "array", items: format } })).toEqual([
      "kb:#2",
      "kb:#3",
    ]);
    expect(found({ a: { $ref: "kb:#1", more: 1 }, b: { $ref: 5 } })).toEqual([]);
  });
});

describe("references among permitted actions", () => {
  it("are offered one by one in place of a slot, as far as there are any", async () => {
    const offering = (id: string): Environment => ({
      ...referringFiles(id),
      permittedActions: async () => [
        {
          type: "slot",
          environment: id,
          tool: "use_values",
          arguments: { name: "given" },
          argument: "values",
          constraint: { type: "string", format: "reference" },
          label: "use_values(…)",
        },
      ],
    });
    const { events } = await runTask(
      runOptions([], {
        environments: [offering("home"), offering("away")],
        strategy: decoupled(),
        policy: scriptedPolicy({
          "model-1": { thought: "Nothing is there yet." },
          "model-2": { actions: [enter, choose] },
          "model-3": { thought: "Take it over." },
          "choice-3": { choice: 0 },
          "model-4": { unanswerable: { reason: "done", words: [] } },
        }),
      }),
    );
    expect(events.flatMap((event) => (event.type === "actions-permitted" ? [event.options] : []))).toEqual([
      [],
      [
        {
          type: "action",
          action: {
            environment: "away",
            tool: "use_values",
            arguments: { name: "given", values: "home:chosen" },
          },
          label: "use_values(home:chosen)",
        },
      ],
    ]);
    expect(events.findLast(({ type }) => type === "action-observed")).toMatchObject({
      observation: { text: "1 values" },
    });
  });
});

describe("tools that are of use only beside other environments", () => {
  const alone = [referringFiles("home")];
  const both = [referringFiles("home"), referringFiles("away")];

  it("are named only where there are several", () => {
    expect(toolNames(alone).tools.map(({ name }) => name)).not.toContain("use_values");
    expect(toolNames(both).tools.map(({ name }) => name)).toContain("away__use_values");
  });

  it("are taken only where there are several, by their bare name as well", async () => {
    const values = useValues("home:chosen", "home");
    expect(resolveAction(alone, values).failure).toMatchObject({ code: "unknown-tool" });
    expect(resolveAction(both, values).failure).toBeUndefined();
    expect(resolveAction(both, { ...values, tool: "useValues" }).failure).toBeUndefined();
    const { results } = await resultsOf([values], alone);
    expect(results).toMatchObject([{ type: "action-failed", failure: { code: "unknown-tool" } }]);
  });

  it("are explained in the prompt with each environment's form, and only there", async () => {
    const promptOf = async (environments: readonly Environment[], format: "native" | "text") =>
      (await systemPrompt(environments, toolNames(environments), format, policyContext().act)).text;
    for (const format of ["native", "text"] as const) {
      const text = await promptOf(both, format);
      expect(text).toContain("home__use_values or away__use_values");
      expect(text).toContain("home:chosen, away:chosen.");
      expect(await promptOf(alone, format)).not.toContain("reference");
      const [home, away] = both as [Environment, Environment];
      const references = home.capabilities.references && {
        list: home.capabilities.references.list,
        read: home.capabilities.references.read,
      };
      const unnamed = { ...home, capabilities: references === undefined ? {} : { references } };
      expect(await promptOf([unnamed, away], format)).toContain("home:<name>, away:chosen.");
    }
  });
});
