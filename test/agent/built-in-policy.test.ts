import { describe, expect, it } from "vitest";
import { builtInPolicy } from "../../src/agent/policies/built-in-policy.ts";
import { runTask } from "../../src/agent/run-loop.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { chooseFile, enterFolder, FILES, findText, runOptions, take } from "../support/run-fixture.ts";
import { BREAD_PLAN, understandingFiles, understood } from "../support/understanding-files.ts";

const askAll = async (...environments: Environment[]) =>
  await runTask(runOptions([], { policy: builtInPolicy(), environments }));

describe("the built-in policy", () => {
  it("takes the plan step by step and answers with what it took for granted", async () => {
    const { outcome, events, usage } = await askAll(understandingFiles());
    expect(outcome).toMatchObject({
      type: "answered",
      answer: { text: "notes/bread.txt" },
      assumptions: ["Notes are the files under notes/."],
    });
    const replies = events.filter((event) => event.type === "policy-replied");
    expect(replies.map(({ reply }) => reply.actions.length)).toEqual([1, 1, 0]);
    expect(replies[0]?.reply.thought).toBe("Notes are in notes/.");
    expect(usage.calls).toBe(0);
  });

  it("reads a question once, not at every step", async () => {
    let times = 0;
    await askAll(understandingFiles(understood(BREAD_PLAN), { onInterpret: () => times++ }));
    expect(times).toBe(1);
  });

  it("says which words it did not understand", async () => {
    const reading = { understood: false as const, reason: "Unknown words.", words: ["salt"] };
    const { outcome } = await askAll(understandingFiles(reading));
    expect(outcome).toEqual({
      type: "unanswerable",
      reason: "Unknown words. A model understands more: add --model.",
      words: ["salt"],
    });
  });

  it("gives up with the tool's words when a step is refused", async () => {
    const plan = [{ thought: "", action: enterFolder("cellar/") }, ...BREAD_PLAN];
    const { outcome } = await askAll(understandingFiles(understood(plan)));
    expect(outcome).toMatchObject({
      type: "unanswerable",
      reason: expect.stringContaining("There is no cellar/"),
    });
  });

  it("gives up when a step leaves nothing, instead of answering with nothing", async () => {
    const inner = understandingFiles();
    const warning = { code: "empty-result" as const, message: "No file is left.", suggestions: [] };
    const environment: Environment = {
      ...inner,
      act: async (...given) => {
        const result = await inner.act(...given);
        if (result.failure !== undefined) return result;
        return { ...result, observation: { ...result.observation, warnings: [warning] } };
      },
    };
    const { outcome, events } = await askAll(environment);
    expect(outcome).toMatchObject({
      type: "unanswerable",
      reason: expect.stringContaining("No file is left."),
    });
    expect(events.filter(({ type }) => type === "action-observed")).toHaveLength(1);
  });

  it("gives up with the environment's words when its answer is refused", async () => {
    const { outcome } = await askAll(understandingFiles(understood(BREAD_PLAN.slice(0, 1))));
    expect(outcome).toMatchObject({
      type: "unanswerable",
      reason: expect.stringContaining("No file was chosen"),
    });
  });

  it("takes the most confident of several environments, and passes over those that do not understand", async () => {
    const plan = (id: string) => [
      { thought: "", action: { ...enterFolder("notes/"), environment: id } },
      { thought: "", action: { ...chooseFile(`notes/${id}.txt`), environment: id } },
    ];
    const { outcome } = await askAll(
      understandingFiles({ understood: false, reason: "", words: ["a"] }, { id: "blank" }),
      understandingFiles(understood(plan("bread"), 0.5), { id: "bread" }),
      understandingFiles(understood(plan("soup"), 0.8), { id: "soup" }),
      fileTreeEnvironment(FILES, "plain"),
    );
    expect(outcome).toMatchObject({ type: "answered", evidence: [{ environment: "soup" }] });
  });

  it("lets the environment speak that lacked the fewest words", async () => {
    const lacking = (words: string[]) => ({ understood: false as const, reason: words.join(), words });
    const { outcome } = await askAll(
      understandingFiles(lacking(["a", "b"]), { id: "one" }),
      understandingFiles(lacking(["a"]), { id: "two" }),
    );
    expect(outcome).toMatchObject({ type: "unanswerable", words: ["a"] });
  });

  it("says that a model is needed where nothing can be read without one", async () => {
    const { outcome } = await askAll(fileTreeEnvironment(FILES));
    expect(outcome).toMatchObject({ type: "failed", code: "model-not-configured" });
  });

  it("does not take a step for done that was never in its plan", async () => {
    const wrong = understood([
      { thought: "", action: take("choose", {}) },
      { thought: "", action: findText("salt") },
    ]);
    const { outcome } = await askAll(understandingFiles(wrong));
    expect(outcome).toMatchObject({ type: "unanswerable", reason: expect.stringContaining("unknown-tool") });
  });
});
