import { describe, expect, it } from "vitest";
import { RunKnowledge } from "../../src/agent/run-fold.ts";
import type { Task } from "../../src/environment/task.ts";
import type { Clarification, ClarificationReply } from "../../src/trajectory/clarification.ts";
import type { RunEvent, RunEventBody } from "../../src/trajectory/run-event.ts";
import { take } from "../support/run-fixture.ts";

const TASK: Task = { question: 'Films of "Ann O\'Neil"?' };
const event = (body: RunEventBody): RunEvent => ({ ...body, seq: 1, parentSeq: null, role: "agent", at: "" });

const started = event({
  type: "run-started",
  task: TASK,
  strategy: "react",
  strategyOptions: {},
  policy: "scripted",
  environments: [],
  limits: { steps: 15 },
});
const observed = (text: string, data: object) =>
  event({
    type: "action-observed",
    command: "a",
    action: take("find", { text: "invented-7" }),
    observation: { text, data: { ...data }, warnings: [], notes: [] },
  });

function knowing(...events: readonly RunEvent[]) {
  const knowledge = new RunKnowledge();
  knowledge.task = TASK;
  for (const one of events) knowledge.apply(one);
  return { knowledge, task: knowledge.task as Task | undefined };
}

const asking = (clarification: Partial<Clarification>, reply: ClarificationReply): readonly RunEvent[] => [
  event({
    type: "question-asked",
    command: "q",
    clarification: {
      question: "Which one?",
      words: ["Ann"],
      kind: "several-meanings",
      readings: [],
      ...clarification,
    },
  }),
  event({ type: "question-answered", command: "q", reply }),
];

describe("a value", () => {
  it.each([
    ["of the question", "Ann O'Neil"],
    ["with quotes, as it stands", '"Ann O\'Neil"'],
    ["in another case", "ann o'neil"],
    ["of the data", "8966"],
    ["of the text", "tt0118715"],
    ["that is empty", " "],
  ])("has been seen: %s", (_, value) => {
    const { knowledge } = knowing(started, observed("found tt0118715", { id: 8966 }));
    expect(knowledge.seen(value)).toBe(true);
  });

  it.each([
    ["a part of a number", "896"],
    ["the argument of an action", "invented-7"],
    ["nothing that was shown", "12345"],
  ])("has not been seen: %s", (_, value) => {
    const { knowledge } = knowing(started, observed("found tt0118715", { id: 8966 }));
    expect(knowledge.seen(value)).toBe(false);
  });

  it("has been seen where a failure suggests it, not where it says what it stands for", () => {
    const suggestions = [{ text: "id-1", replaces: "id-9" }];
    const failed = event({
      type: "action-failed",
      command: "a",
      action: take("find", {}),
      failure: { code: "unknown-entity", message: "There is no id-9.", suggestions },
    });
    const { knowledge } = knowing(started, failed);
    expect([knowledge.seen("id-1"), knowledge.seen("id-9")]).toEqual([true, false]);
  });

  it("has been seen where the person says it, and in the mark of the reading they chose", () => {
    const readings = [{ environment: "films", text: "Ann (1970)", token: { id: "p-31" } }];
    const { knowledge, task } = knowing(
      started,
      ...asking({ readings }, { type: "answered", text: "1", choice: 0 }),
    );
    expect([knowledge.seen("p-31"), knowledge.seen("p-32")]).toEqual([true, false]);
    expect(task?.settled).toEqual([
      { words: "Ann", meaning: "Ann (1970)", environment: "films", token: { id: "p-31" } },
    ]);
    expect(knowledge.asked).toEqual([{ words: ["Ann"], question: "Which one?", reply: "Ann (1970)" }]);
  });
});

it("remembers that the person did not want to say", () => {
  const { knowledge, task } = knowing(started, ...asking({}, { type: "declined" }));
  expect(task?.settled).toBeUndefined();
  expect(knowledge.asked).toEqual([{ words: ["Ann"], question: "Which one?", reply: "", declined: true }]);
});

it("allows an operation after a plain yes only, and settles nothing by it", () => {
  const permission = { environment: "api", operation: "POST /lists", action: take("call", {}, "api") };
  const yes = knowing(started, ...asking({ permission, words: [] }, { type: "answered", text: "yes" }));
  expect(yes.knowledge.allowed).toEqual(["api POST /lists"]);
  expect(yes.task?.settled).toBeUndefined();
  const no = knowing(started, ...asking({ permission }, { type: "answered", text: "yes, but later" }));
  expect(no.knowledge.allowed).toEqual([]);
});
