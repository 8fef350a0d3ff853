import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { llmPolicy } from "../../src/agent/policies/llm-policy.ts";
import { react } from "../../src/agent/strategies/react.ts";
import type { Manifest } from "../../src/evaluation/run/configuration.ts";
import { type RunEvaluationOptions, runEvaluation } from "../../src/evaluation/run/run-evaluation.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";
import { memoryArtifactStore } from "../../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../../src/store/trajectories.ts";
import type { ScriptedTurn } from "../../src/testing/scripted-model.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { memoryWorkStore } from "./stores.ts";
import { openThings, thingsManifest, thingsReply, thingsSet } from "./things-set.ts";

/** What the model is to do at a request that asks for that thing; the usual where it says nothing. */
export type Instead = (thing: number, request: LanguageModelV4CallOptions) => ScriptedTurn | undefined;

/** A model that knows how to look things up, and counts what it is asked. */
export function thingsModel(instead: Instead = () => undefined) {
  const asked: number[] = [];
  const model = scriptedModel((request) => {
    const messages = JSON.parse(JSON.stringify(request.prompt)) as JsonObject[];
    const thing = Number(/amount of thing (\d+)\?/u.exec(JSON.stringify(messages))?.[1]);
    asked.push(thing);
    return instead(thing, request) ?? thingsReply({ body: { messages } });
  });
  return { model, asked };
}

/** Stores that several calls may go on with. */
export function memoryStores() {
  return { work: memoryWorkStore(), trajectories: memoryTrajectoryStore(), artifacts: memoryArtifactStore() };
}

export interface ThingsRun extends Partial<Omit<RunEvaluationOptions, "manifest">> {
  readonly database: string;
  readonly things: number;
  readonly model: LanguageModel;
  readonly manifest?: Partial<Manifest>;
}

/** Asks of that many things; in memory unless stores are given. */
export function runThings({ database, things, model, manifest, ...more }: ThingsRun) {
  const set = thingsSet(database, things);
  return runEvaluation({
    id: "run",
    set,
    manifest: thingsManifest(set, manifest),
    openPlace: openThings,
    decide: () => ({ policy: llmPolicy({ model, retries: 0 }), strategy: react() }),
    stores: memoryStores(),
    principal: { id: "tester" },
    retryPauseMilliseconds: 1,
    leaseMilliseconds: 5000,
    ...more,
  });
}
