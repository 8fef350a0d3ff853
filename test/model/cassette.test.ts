import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inLane } from "../../src/model/call-identity.ts";
import { callModel } from "../../src/model/call-model.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";
import { recordingModel } from "../../src/model/providers/recording-model.ts";
import { replayingModel } from "../../src/model/providers/replaying-model.ts";
import { SCRIPTED_FAILURES, scriptedModel } from "../../src/testing/scripted-model.ts";
import { rejectsWith } from "../../src/testing/test-runner.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fuxi-cassette-"));
  file = join(folder, "tape.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

const request = (...texts: string[]): LanguageModelV4CallOptions => ({
  prompt: texts.map((text) => ({ role: "user", content: [{ type: "text", text }] })),
  temperature: 0,
});

async function ask(model: LanguageModel, options: LanguageModelV4CallOptions): Promise<string> {
  const { signal } = new AbortController();
  const { result } = await callModel(model, options, { signal, retries: 3, firstDelayMilliseconds: 1 });
  return result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

it("replays three different replies to three identical requests in order", async () => {
  const recording = await recordingModel(scriptedModel([{ text: "a" }, { text: "b" }, { text: "c" }]), file);
  for (const _ of "abc") await ask(recording, request("Review this."));
  const replay = await replayingModel(file);
  const replies = [];
  for (const _ of "abc") replies.push(await ask(replay, request("Review this.")));
  expect(replies).toEqual(["a", "b", "c"]);
});

it("replays identical requests that ran at the same time, one reply each", async () => {
  const recording = await recordingModel(
    scriptedModel((_, index) => ({ text: `reply ${index}` })),
    file,
  );
  const recorded = await Promise.all([1, 2, 3].map(() => ask(recording, request("Same."))));
  const replay = await replayingModel(file);
  const replayed = await Promise.all([1, 2, 3].map(() => ask(replay, request("Same."))));
  expect(replayed).toEqual(recorded);
  expect(new Set(replayed).size).toBe(3);
});

it("gives each lane its own replies again, whichever asks first", async () => {
  const recording = await recordingModel(scriptedModel([{ text: "a" }, { text: "b" }, { text: "c" }]), file);
  for (const lane of ["one", "two", "two"]) await inLane(lane, () => ask(recording, request("Same.")));
  const replay = await replayingModel(file);
  const replies = [];
  for (const lane of ["two", "one", "two"])
    replies.push(await inLane(lane, () => ask(replay, request("Same."))));
  expect(replies).toEqual(["b", "a", "c"]);
});

it("supersedes in its lane what a killed process had recorded before it was asked again", async () => {
  const before = await recordingModel(scriptedModel([{ text: "lost" }, { text: "other" }]), file);
  for (const lane of ["one", "two"]) await inLane(lane, () => ask(before, request("Same.")));
  const after = await recordingModel(scriptedModel([{ text: "kept" }]), file);
  await inLane("one", () => ask(after, request("Same.")));
  const replay = await replayingModel(file);
  expect(await inLane("two", () => ask(replay, request("Same.")))).toBe("other");
  expect(await inLane("one", () => ask(replay, request("Same.")))).toBe("kept");
});

it("answers a lane from what was recorded for nobody in particular, but not from another lane", async () => {
  const recording = await recordingModel(scriptedModel([{ text: "any" }, { text: "mine" }]), file);
  await ask(recording, request("Open."));
  await inLane("one", () => ask(recording, request("Own.")));
  const replay = await replayingModel(file);
  expect(await inLane("two", () => ask(replay, request("Open.")))).toBe("any");
  await expect(inLane("two", () => ask(replay, request("Own.")))).rejects.toMatchObject({
    code: "replay-miss",
    message: "The recording has this request as it was made for one; this one is for two.",
  });
});

it("goes on with a cassette whose last line a killed process did not finish", async () => {
  await ask(await recordingModel(scriptedModel([{ text: "one" }]), file), request("1"));
  const whole = await readFile(file, "utf8");
  await writeFile(file, `${whole}{"type":"reply","key":"4f`);
  expect(await ask(await replayingModel(file), request("1"))).toBe("one");
  await ask(await recordingModel(scriptedModel([{ text: "two" }]), file), request("2"));
  const replay = await replayingModel(file);
  expect([await ask(replay, request("1")), await ask(replay, request("2"))]).toEqual(["one", "two"]);
});

it("takes a retry for another attempt, not for another sample", async () => {
  const script = [SCRIPTED_FAILURES.tooManyRequests(0), { text: "first" }, { text: "second" }];
  const recording = await recordingModel(scriptedModel(script), file);
  for (const _ of "ab") await ask(recording, request("Same."));
  const replay = await replayingModel(file);
  expect([await ask(replay, request("Same.")), await ask(replay, request("Same."))]).toEqual([
    "first",
    "second",
  ]);
});

it("does not wait again for what a provider asked to wait when it was recorded", async () => {
  const limited = { failure: { status: 429, message: "slow down", retryAfterSeconds: 3000 } };
  const recording = await recordingModel(scriptedModel([limited, { text: "later" }]), file);
  const { signal } = new AbortController();
  await expect(callModel(recording, request("Same."), { signal })).rejects.toMatchObject({
    code: "model-unavailable",
  });
  const replay = await replayingModel(file);
  await expect(ask(replay, request("Same."))).rejects.toMatchObject({ code: "replay-miss" });
});

it("is readable by its owner only and stores a growing conversation once", async () => {
  const recording = await recordingModel(
    scriptedModel(() => ({ text: "ok" })),
    file,
  );
  await ask(recording, request("unmistakable opening"));
  await ask(recording, request("unmistakable opening", "next"));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, "utf8")).split("unmistakable opening")).toHaveLength(2);
});

it("says how often a request was recorded when it is asked once more", async () => {
  await ask(await recordingModel(scriptedModel([{ text: "one" }]), file), request("1"));
  const replay = await replayingModel(file);
  await ask(replay, request("1"));
  await expect(ask(replay, request("1"))).rejects.toMatchObject({
    code: "replay-miss",
    message: "The recording has 1 reply to this request; this is number 2.",
  });
});

it("says that a request was not recorded", async () => {
  await ask(await recordingModel(scriptedModel([{ text: "ok" }]), file), request("1"));
  const miss = ask(await replayingModel(file), { ...request("1"), temperature: 1 });
  await expect(miss).rejects.toMatchObject({
    code: "replay-miss",
    message: expect.stringContaining("No such request was recorded"),
  });
});

it("refuses a file that is no cassette", async () => {
  await writeFile(file, "SQLite format 3\n");
  await expect(replayingModel(file)).rejects.toMatchObject({ code: "data-invalid" });
  await expect(recordingModel(scriptedModel([]), file)).rejects.toMatchObject({ code: "data-invalid" });
});

it("says that there is no such file", async () => {
  await expect(replayingModel(join(folder, "none"))).rejects.toMatchObject({ code: "target-not-found" });
});

it("wants to know which model to be where a cassette holds several", async () => {
  for (const name of ["small", "large"]) {
    await ask(await recordingModel(scriptedModel([{ text: name }], name), file), request("1"));
  }
  await expect(replayingModel(file)).rejects.toMatchObject({ code: "usage" });
  expect(await ask(await replayingModel(file, { model: "large" }), request("1"))).toBe("large");
});

it("keeps no credentials of a failed attempt", async () => {
  const recording = await recordingModel(scriptedModel([SCRIPTED_FAILURES.wrongKey()]), file);
  await expect(ask(recording, request("1"))).rejects.toMatchObject({ code: "model-refused" });
  expect(await readFile(file, "utf8")).not.toContain("sk-wrong");
});

it("records to no file that holds something else, nor where no file can be", async () => {
  await writeFile(file, "my notes\n");
  await rejectsWith("data-invalid", recordingModel(scriptedModel([{ text: "a" }]), file));
  expect(await readFile(file, "utf8")).toBe("my notes\n");
  const nowhere = join(folder, "no-such-folder", "tape.jsonl");
  await rejectsWith("configuration-invalid", recordingModel(scriptedModel([{ text: "a" }]), nowhere));
});
