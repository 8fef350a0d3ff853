import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { llmPolicy } from "../../../../src/agent/policies/llm-policy.ts";
import { scriptedPolicy } from "../../../../src/agent/policies/scripted-policy.ts";
import type { RoleRequest } from "../../../../src/agent/policy-request.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import { readDraft } from "../../../../src/agent/strategies/baselines/kb-binder/draft.ts";
import {
  type KbBinderOptions,
  kbBinder,
} from "../../../../src/agent/strategies/baselines/kb-binder/kb-binder.ts";
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

const QUESTION = "Which films with Al Pacino did Michael Mann direct?";

/** A run with these drafts, what the drafter read, and the calls that were made. */
async function drafted(
  drafts: readonly string[],
  { question = QUESTION, ...options }: KbBinderOptions & { readonly question?: string } = {},
) {
  const requests: RoleRequest[] = [];
  const result = await runTask(
    runOptions([], {
      environments: [environment],
      task: { question },
      strategy: kbBinder({ votes: drafts.length, ...options }),
      policy: scriptedPolicy((request) => {
        const program = drafts[requests.length] ?? "";
        requests.push(request as RoleRequest);
        return { output: { program } };
      }),
    }),
  );
  const calls = result.events.flatMap((event) =>
    event.type === "action-observed" || event.type === "action-failed"
      ? [`${event.action.tool}(${Object.values(event.action.arguments).join(", ")})`]
      : [],
  );
  const { outcome } = result;
  const program = outcome.type === "answered" ? String(outcome.evidence[0]?.["program"]) : outcome.type;
  return {
    ...result,
    requests,
    calls,
    program: program
      .replaceAll(/<?http:\/\/example.org\/(\w+)>?|\b:(\w+)/gu, "$1$2")
      .replaceAll(/"(\d+)"\^\^[^\s()]+/gu, "$1"),
  };
}

describe("a draft bound by kb-binder", () => {
  it.each([
    ["relations by their words", '(JOIN (R directedBy) "Heat")', "(JOIN (R director) heat)"],
    [
      "two branches",
      '(AND (JOIN directors "Michael Mann") (JOIN casts "Al Pacino"))',
      "(AND (JOIN director mann) (JOIN cast pacino))",
    ],
    ["a class by its name", '(AND films (JOIN director "Michael Mann"))', "(AND Film (JOIN director mann))"],
    [
      "a relation that is drafted the wrong way around",
      '(JOIN (R director) "Michael Mann")',
      "(JOIN director mann)",
    ],
    [
      "two steps as the relation through a mediator",
      '(JOIN (R award) (JOIN (R won) "Michael Mann"))',
      "(JOIN (R award) (JOIN (R won) mann))",
    ],
    [
      "a maximum",
      '(ARGMAX (JOIN director "Michael Mann") running_time)',
      "(ARGMAX (JOIN director mann) runtime)",
    ],
    [
      "a comparison beside a set",
      '(AND (JOIN director "Michael Mann") (gt run_times 160))',
      "(AND (JOIN director mann) (gt runtime 160))",
    ],
    [
      "a value",
      '(AND (JOIN director "Michael Mann") (JOIN runtimes 170))',
      "(AND (JOIN director mann) (eq runtime 170))",
    ],
    ["a number", '(COUNT (JOIN director "Michael Mann"))', "(COUNT (JOIN director mann))"],
    ["a name near the drafted one", '(JOIN director "Micheal Mann")', "(JOIN director mann)"],
    [
      "names without quotes, and a bracket that lacks",
      "(COUNT (JOIN director Michael Mann)",
      "(COUNT (JOIN director mann))",
    ],
  ])("has %s", async (_, draft, program) => {
    expect((await drafted([draft])).program).toBe(program);
  });

  it("takes the next candidate where the program so far is empty", async () => {
    // The two films have a genre in common, and no country.
    const draft = '(AND (JOIN (R genre) "Heat") (JOIN (R genre) "Roma"))';
    expect((await drafted([draft])).program).toBe("(AND (JOIN (R genre) heat) (JOIN (R genre) roma))");
    const { program, calls } = await drafted(['(AND (JOIN (R country) "Roma") (JOIN (R country) "Heat"))']);
    expect(calls.filter((call) => call.startsWith("intersection")).length).toBeGreaterThan(1);
    expect(program).not.toBe("(AND (JOIN (R country) roma) (JOIN (R country) heat))");
  });

  it("names only the entities that are given", async () => {
    const { program, calls } = await drafted(['(JOIN (R director) "the film")'], { entities: ["casino"] });
    expect(program).toBe("(JOIN (R director) casino)");
    expect(calls.some((call) => call.startsWith("find_entities"))).toBe(false);
  });

  it("is no answer where nothing of it can be bound, or it is no program", async () => {
    for (const draft of ['(JOIN (R director) "Nobody at all")', "I do not know.", "", "(FROB x)", "(AND)"]) {
      expect((await drafted([draft])).outcome).toMatchObject({ type: "unanswerable" });
    }
  });
});

describe("drafts of kb-binder", () => {
  it("vote with the answers that they are bound to", async () => {
    const { outcome, requests } = await drafted([
      '(JOIN director "Martin Scorsese")',
      '(JOIN director "Michael Mann")',
      '(JOIN directed_by "Michael Mann")',
    ]);
    expect(requests).toHaveLength(3);
    expect(outcome).toMatchObject({ type: "answered", answer: { text: expect.stringContaining("Heat") } });
  });

  it("count as one where different programs find the same", async () => {
    const { program } = await drafted([
      '(JOIN director "Martin Scorsese")',
      '(AND (JOIN director "Michael Mann") (JOIN cast "Al Pacino"))',
      '(AND Film (AND (JOIN cast "Al Pacino") (JOIN director "Michael Mann")))',
    ]);
    expect(program).toContain("pacino");
  });

  it("are written after the most similar of the questions given, without the graph", async () => {
    const lean = {
      question: "Which films did David Lean direct?",
      place: "kb",
      program: '(JOIN director "David Lean")',
    };
    const examples = [
      { question: "Who directed Casino?", place: "kb", program: '(JOIN (R director) "Casino")' },
      lean,
      { question: "How old is Rome?", place: "kb", program: '(JOIN (R age) "Rome")' },
      lean,
      { question: "Which films did nobody direct?", place: "kb", sql: "SELECT 1" },
    ];
    const { requests } = await drafted(['(JOIN director "Michael Mann")'], { examples, shots: 2 });
    const { input = "", instructions = "" } = requests[0] ?? {};
    expect(input.match(/Question: .*/gu)).toEqual([
      "Question: Who directed Casino?",
      "Question: Which films did David Lean direct?",
      `Question: ${QUESTION}`,
    ]);
    expect(input).toContain('Program: (JOIN director "David Lean")');
    expect(`${input}${instructions}`).not.toContain("runtime");
  });

  it("come from a language model as JSON", async () => {
    const model = scriptedModel([{ text: '{"program": "(JOIN director \\"Michael Mann\\")"}' }]);
    const { outcome, usage } = await runTask(
      runOptions([], {
        environments: [environment],
        task: { question: QUESTION },
        strategy: kbBinder(),
        policy: llmPolicy({ model, retries: 0 }),
      }),
    );
    expect(outcome).toMatchObject({ type: "answered" });
    expect(usage).toMatchObject({ calls: 1 });
  });
});

it("reads comparisons that are joined among themselves, and none without a set", () => {
  expect(readDraft("(AND film (AND (ge year 1990) (lt year 2000)))")?.map(({ op, of }) => [op, of])).toEqual([
    ["class", []],
    ["filter", [0]],
    ["filter", [1]],
  ]);
  expect(readDraft("(AND (lt a 1) (gt a 0))")).toBeUndefined();
});

describe("the strategy kb-binder", () => {
  const programs = ['(COUNT (JOIN directors "Michael Mann"))', '(JOIN (R directors) "Heat")'];
  strategyConformance(vitestRunner, {
    options: async () =>
      runOptions(
        (_, { command }) => ({ output: { program: programs[command.endsWith("2") ? 0 : 1] ?? "" } }),
        { environments: [environment], task: { question: QUESTION }, strategy: kbBinder({ votes: 2 }) },
      ),
  });
});
