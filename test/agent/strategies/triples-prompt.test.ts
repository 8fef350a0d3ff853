import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { llmPolicy } from "../../../src/agent/policies/llm-policy.ts";
import { scriptedPolicy } from "../../../src/agent/policies/scripted-policy.ts";
import { runTask } from "../../../src/agent/run-loop.ts";
import { type TriplesPromptOptions, triplesPrompt } from "../../../src/agent/strategies/one-round.ts";
import { withEgress } from "../../../src/environment/egress/with-egress.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import { efficiencyOf } from "../../../src/evaluation/run/run-item.ts";
import { scriptedModel } from "../../../src/testing/scripted-model.ts";
import { strategyConformance } from "../../../src/testing/strategy-conformance.ts";
import { fixtureEnvironment } from "../../environments/knowledge-base/fixture-environment.ts";
import { runOptions } from "../../support/run-fixture.ts";
import { vitestRunner } from "../../support/vitest-runner.ts";

let environment: Environment;
beforeAll(async () => {
  environment = await fixtureEnvironment();
});
afterAll(() => environment.close());

const TASK = { question: "Who directed Heat?" };

async function asked(
  text: string,
  options: TriplesPromptOptions & { over?: Environment; question?: string } = {},
) {
  const { over = environment, question, ...given } = options;
  const model = scriptedModel([{ text, usage: { inputTokens: 500, outputTokens: 9 } }]);
  const result = await runTask(
    runOptions([], {
      environments: [over],
      task: question === undefined ? TASK : { question },
      strategy: triplesPrompt(given),
      policy: llmPolicy({ model, retries: 0 }),
    }),
  );
  const [, user] = model.requests[0]?.prompt ?? [];
  const [part] = typeof user?.content === "string" ? [] : (user?.content ?? []);
  const prompt = part !== undefined && "text" in part ? part.text : "";
  const replied = result.events.find((event) => event.type === "policy-replied");
  const output = replied?.type === "policy-replied" ? replied.reply.output : undefined;
  return { ...result, prompt, facts: factsOf(prompt), output, calls: model.requests.length };
}

const factsOf = (prompt: string): readonly string[] =>
  (/<data>\n([\s\S]*?)\n<\/data>/u.exec(prompt)?.[1] ?? "").split("\n");

describe("triples-prompt", () => {
  it("answers with the entities that the names in the reply stand for", async () => {
    const { outcome, calls, usage, events } = await asked('Heat has a director.\nAnswer: ["Michael Mann"]');
    expect(outcome).toMatchObject({
      type: "answered",
      answer: { text: "Michael Mann", members: [{ label: "Michael Mann", id: "mann" }] },
      evidence: [{ environment: "kb", kind: "knowledge-base" }],
    });
    expect(JSON.stringify(outcome)).toContain("Heat | director | Michael Mann");
    expect(calls).toBe(1);
    expect(usage).toMatchObject({ calls: 1, inputTokens: 500 });
    expect(efficiencyOf(events).rounds).toBe(1);
  });

  it("takes values, folded names and identifiers, and keeps what no triple has as a value", async () => {
    const members = async (text: string, question = "How long is Heat?") => {
      const { outcome } = await asked(text, { triples: 200, question });
      return outcome.type === "answered" ? outcome.answer.members : outcome;
    };
    expect(await members('Answer: ["170"]')).toEqual([{ value: "170" }]);
    expect(await members("Answer: michael mann")).toEqual([{ label: "Michael Mann", id: "mann" }]);
    expect(await members('Answer: ["mann"]')).toEqual([{ label: "Michael Mann", id: "mann" }]);
    expect(await members('Answer: ["Nobody Else"]')).toEqual([{ value: "Nobody Else" }]);
    expect(await members("Answer: []")).toEqual([]);
  });

  it("shows as many triples as it is told, those most like the question first", async () => {
    const { facts, prompt, output } = await asked("Answer: []", { triples: 10 });
    expect(facts).toHaveLength(10);
    expect(facts[0]).toContain("Heat");
    expect(facts).toContain("Heat | director | Michael Mann");
    expect(prompt).toContain("within three steps of Heat");
    expect(output).toMatchObject({
      triples: 10,
      ranked_by: "words",
      entities: ["Heat"],
      neighbourhood_cut: false,
    });
    expect(Number(output?.["triples_found"])).toBeGreaterThan(50);
  });

  it("starts from the entities that it is given, and says which of them are unknown", async () => {
    const { prompt, output } = await asked("Answer: []", { entities: ["rome", "atlantis"] });
    expect(prompt).toContain("within three steps of Rome");
    expect(output).toMatchObject({ entities: ["Rome"], unknown_entities: ["atlantis"] });
  });

  it("asks with no facts where no entity is found, and says so", async () => {
    const { prompt, output } = await asked("Answer: []", { question: "What is the meaning of it all?" });
    expect(prompt).toContain("No entity of the question was found");
    expect(output).toMatchObject({ triples: 0, entities: [] });
  });

  it("stops after a reply that names no answer, without a second try", async () => {
    const { outcome, calls } = await asked("It was Michael Mann.");
    expect(outcome).toMatchObject({ type: "stopped", reason: "no-action" });
    expect(calls).toBe(1);
  });

  it("refuses where names may not reach a model, before anything is asked", async () => {
    for (const level of ["schema", "masked"] as const) {
      const { outcome, calls } = await asked("Answer: []", { over: withEgress(environment, level) });
      expect(outcome).toMatchObject({ type: "failed", code: "usage" });
      expect(calls).toBe(0);
    }
  });

  it("says what it needs where there is no knowledge base", async () => {
    const model = scriptedModel([]);
    const { outcome } = await runTask(
      runOptions([], { strategy: triplesPrompt(), policy: llmPolicy({ model, retries: 0 }) }),
    );
    expect(outcome).toMatchObject({ type: "failed", code: "usage" });
  });

  strategyConformance(vitestRunner, {
    options: async () =>
      runOptions([], {
        environments: [environment],
        task: TASK,
        strategy: triplesPrompt(),
        policy: scriptedPolicy({
          "model-1": { output: { answers: [{ label: "Michael Mann", id: "mann" }] } },
        }),
      }),
  });
});
