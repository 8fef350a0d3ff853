import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { callModel } from "../../src/model/call-model.ts";
import { createModel } from "../../src/model/providers/create-model.ts";
import { recordingModel } from "../../src/model/providers/recording-model.ts";
import { replayingModel } from "../../src/model/providers/replaying-model.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import { startScriptedOpenAiServer } from "../../src/testing/scripted-openai-server.ts";
import { skipping } from "../../src/testing/test-runner.ts";
import { vitestRunner } from "../support/vitest-runner.ts";
import { modelConformance } from "./model-suite.ts";

describe("an OpenAI-compatible server", () => {
  modelConformance(vitestRunner, {
    open: async (script) => {
      const server = await startScriptedOpenAiServer(script);
      const model = await createModel({ name: "any", baseUrl: server.url, environment: {} });
      return { model, close: () => server.close() };
    },
  });
});

describe("a scripted model", () => {
  modelConformance(vitestRunner, { open: async (script) => ({ model: scriptedModel(script) }) });
});

describe("a model that is being recorded", () => {
  modelConformance(vitestRunner, {
    open: async (script) => {
      const folder = await mkdtemp(join(tmpdir(), "fuxi-cassette-"));
      const model = await recordingModel(scriptedModel(script), join(folder, "tape.jsonl"));
      return { model, close: () => rm(folder, { recursive: true }) };
    },
  });
});

describe("a replayed recording", () => {
  const skipped = { "stops waiting when it is cancelled": "a recording has nothing to wait for" };
  modelConformance(skipping(vitestRunner, skipped), {
    open: async (script, requests) => {
      const folder = await mkdtemp(join(tmpdir(), "fuxi-cassette-"));
      const file = join(folder, "tape.jsonl");
      const recording = await recordingModel(scriptedModel(script), file);
      const { signal } = new AbortController();
      for (const request of requests) {
        await callModel(recording, request, { signal, retries: 2, firstDelayMilliseconds: 1 }).catch(
          () => {},
        );
      }
      return { model: await replayingModel(file), close: () => rm(folder, { recursive: true }) };
    },
  });
});
