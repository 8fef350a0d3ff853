import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { llmPolicy } from "../../../../src/agent/policies/llm-policy.ts";
import { type Script, scriptedPolicy } from "../../../../src/agent/policies/scripted-policy.ts";
import type { PolicyRequest } from "../../../../src/agent/policy-request.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import { type PanguOptions, pangu } from "../../../../src/agent/strategies/baselines/pangu.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import { strategyConformance } from "../../../../src/testing/strategy-conformance.ts";
import { fixtureEnvironment } from "../../../environments/knowledge-base/fixture-environment.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";

let environment: Environment;
beforeAll(async () => {
  environment = await fixtureEnvironment();
});
afterAll(() => environment.close());

const QUESTION = "How many films that Michael Mann directed have Al Pacino in the cast?";
const MANN = '(JOIN director "Michael Mann")';
const PACINO = '(JOIN cast "Al Pacino")';
const BOTH = `(AND ${PACINO} ${MANN})`;
const BEST = "the best so far";

/** What a request offers: the letter of each program, and of the best so far. */
function offered(request: PolicyRequest): ReadonlyMap<string, string> {
  const lines =
    request.kind === "role" ? request.input.matchAll(/^([a-z]+)\. (.*?)( \[best so far\])?$/gmu) : [];
  return new Map(
    [...lines].map(([, letter = "", text = "", best]) => [best === undefined ? text : BEST, letter]),
  );
}

interface Asked extends PanguOptions {
  readonly question?: string;
  readonly steps?: number;
}

/** A run in which each step chooses these programs, and what each step was offered. */
async function choosing(
  steps: readonly (readonly string[])[],
  { question = QUESTION, steps: most = 15, ...options }: Asked = {},
) {
  const requests: ReadonlyMap<string, string>[] = [];
  const script: Script = (request) => {
    const letters = offered(request);
    const chosen = (steps[requests.length] ?? []).map((text) => letters.get(text) ?? `nothing is ${text}`);
    requests.push(letters);
    return { output: { chosen } };
  };
  const result = await runTask(
    runOptions([], {
      environments: [environment],
      task: { question },
      strategy: pangu(options),
      policy: scriptedPolicy(script),
      limits: { steps: most },
    }),
  );
  return { ...result, requests };
}

describe("pangu", () => {
  it("grows programs from the question's entities, joins them, and hands in the best so far when nothing longer is preferred", async () => {
    const { outcome, requests } = await choosing([[MANN, PACINO], [BOTH], [`(COUNT ${BOTH})`], [BEST]]);
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 2 } });
    expect(JSON.stringify(outcome)).toContain("(COUNT (AND");
    // Nothing grows out of a number, so that it is not asked about again.
    expect(requests).toHaveLength(3);
  });

  it("offers what the graph permits after the programs of the beam, and nothing else", async () => {
    const { requests } = await choosing([[MANN, PACINO], [BOTH], [BEST]]);
    const [first, second] = requests.map((letters) => [...letters.keys()]);
    expect(first).toEqual(
      expect.arrayContaining([
        MANN,
        PACINO,
        '(JOIN (R bornIn) "Michael Mann")',
        '(JOIN (R height) "Al Pacino")',
      ]),
    );
    // No film was directed by an actor here, and a single entity is no set to count.
    expect(first).not.toContain('(JOIN director "Al Pacino")');
    expect(first?.every((text) => text.startsWith("(JOIN "))).toBe(true);
    expect(second).toEqual(
      expect.arrayContaining([
        BEST,
        BOTH,
        `(COUNT ${MANN})`,
        `(ARGMAX ${PACINO} runtime)`,
        `(JOIN (R genre) ${MANN})`,
      ]),
    );
    expect(second?.some((text) => text.includes("bornIn"))).toBe(false);
  });

  it("compares attributes with the numbers of the question", async () => {
    const question = "Which films of Michael Mann are longer than 160 minutes?";
    const longer = `(AND ${MANN} (gt runtime 160))`;
    const { outcome } = await choosing([[MANN], [longer], [BEST]], { question });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "Heat" } });
  });

  it("begins with a class where no entity is named, and joins one that is named to what the entities lead to", async () => {
    const question = "How many films are there?";
    const alone = await choosing([["(COUNT Film)"]], { question });
    expect(alone.outcome).toMatchObject({ type: "answered", answer: { value: expect.any(Number) } });
    const { requests } = await choosing([[MANN], [`(AND ${MANN} Film)`], [BEST]]);
    expect([...(requests[1]?.keys() ?? [])]).toContain(`(AND ${MANN} Film)`);
  });

  it("goes on with no more programs than the beam holds", async () => {
    const { requests } = await choosing([[PACINO, MANN], [BEST]], { beam: 1 });
    const second = [...(requests[1]?.keys() ?? [])];
    expect(second).toContain(`(COUNT ${PACINO})`);
    expect(second).not.toContain(`(COUNT ${MANN})`);
  });

  it("drops what is empty from the beam, and keeps the best so far where nothing else is left", async () => {
    const none = `(AND ${MANN} (gt runtime 900))`;
    const question = "Which films of Michael Mann are longer than 900 minutes?";
    const { outcome } = await choosing([[MANN], [none]], { question });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: expect.stringContaining("Heat") } });
  });

  it("begins from the entities it is given", async () => {
    const { requests, outcome } = await choosing([['(JOIN (R director) "heat")'], [BEST]], {
      entities: ["heat"],
    });
    expect([...(requests[0]?.keys() ?? [])].every((text) => text.includes('"heat"'))).toBe(true);
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "Michael Mann" } });
  });

  it("shows as many candidates as it is told, those most like the question first", async () => {
    const { requests } = await choosing([[MANN], [BEST]], { shown: 3 });
    const [first] = requests.map((letters) => [...letters.keys()]);
    expect(first).toHaveLength(3);
    expect(first).toEqual(expect.arrayContaining([MANN, PACINO]));
  });

  it("hands in the best so far one step before the limit", async () => {
    const { outcome, requests } = await choosing([[MANN], [`(COUNT ${MANN})`]], { steps: 3 });
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 3 } });
    expect(requests).toHaveLength(2);
  });

  it("is told of letters that are not offered, and ends where there are only such", async () => {
    const { outcome, requests } = await choosing([["(JOIN nothing)"], ["none"], [MANN], [BEST]]);
    expect(outcome).toMatchObject({ type: "answered" });
    expect(requests).toHaveLength(4);
    const never = await choosing([]);
    expect(never.outcome).toMatchObject({ type: "stopped", reason: "no-action" });
  });

  it("says that there is nothing to begin from where no entity is found", async () => {
    const { outcome, requests } = await choosing([], { question: "What is the meaning of it all?" });
    expect(outcome).toMatchObject({
      type: "unanswerable",
      reason: expect.stringContaining("No entity or class"),
    });
    expect(requests).toHaveLength(0);
  });

  it("puts the candidates to a language model as lettered programs", async () => {
    const model = scriptedModel([{ text: '{"chosen": ["a"]}' }, { text: '{"chosen": ["a"]}' }]);
    const { outcome } = await runTask(
      runOptions([], {
        environments: [environment],
        task: { question: "Which films did Michael Mann direct?" },
        strategy: pangu(),
        policy: llmPolicy({ model, retries: 0 }),
      }),
    );
    expect(outcome).toMatchObject({ type: "answered" });
    const prompt = JSON.parse(JSON.stringify(model.requests[0]?.prompt)) as {
      content: { text?: string }[];
    }[];
    expect(prompt[1]?.content[0]?.text).toContain(`a. ${MANN}\nb. (JOIN `);
  });
});

describe("the strategy pangu", () => {
  strategyConformance(vitestRunner, {
    options: async () =>
      runOptions(
        (request) => {
          const letters = offered(request);
          const chosen = letters.has(MANN) ? [MANN, PACINO] : [letters.has(BOTH) ? BOTH : BEST];
          return { output: { chosen: chosen.map((text) => letters.get(text) ?? "") } };
        },
        { environments: [environment], task: { question: QUESTION }, strategy: pangu() },
      ),
  });
});
