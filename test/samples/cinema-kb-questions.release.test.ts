import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oraclePolicy } from "../../src/agent/policies/oracle-policy.ts";
import { renderObservation } from "../../src/agent/render-result.ts";
import { runTask } from "../../src/agent/run-loop.ts";
import { react } from "../../src/agent/strategies/react.ts";
import { openEnvironments } from "../../src/config/open-environments.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { memoryArtifactStore } from "../../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../../src/store/trajectories.ts";
import { answerRecord, CinemaAnswers, type CinemaQuestion } from "../support/cinema-answers.ts";
import { crossingOf } from "../support/cinema-crossing.ts";
import { cinemaSample } from "../support/shared-samples.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const sample = join(import.meta.dirname, "../../src/samples/cinema");
const read = (name: string): unknown => JSON.parse(readFileSync(join(sample, name), "utf8"));
const questions = read("knowledge-base-questions.json") as readonly CinemaQuestion[];
const answers = read("knowledge-base-answers.json") as Readonly<Record<string, unknown>>;
const folder = temporaryFolder();

/** Their gold queries take the other engines up to two minutes. */
const SLOW = new Set(["b22", "b23"]);

describe("the questions on the sample's knowledge base", () => {
  it("have the answers that other engines give to their gold queries", () => {
    const engines = new CinemaAnswers(cinemaSample().database);
    for (const question of questions.filter(({ id }) => !SLOW.has(id))) {
      expect(answerRecord(engines.answer(question)), question.id).toEqual(answers[question.id]);
    }
    engines.close();
  });
});

describe("a question that needs knowledge base and database", () => {
  let environments: readonly Environment[] = [];
  const signal = new AbortController().signal;
  beforeAll(async () => {
    environments = await openEnvironments(["sample:cinema-kb", "sample:cinema"], {
      folders: { cache: folder, data: folder },
      env: {},
      signal,
      onWarning: () => {},
    });
  });
  afterAll(() => Promise.all(environments.map((environment) => environment.close())));

  // From the knowledge base to the database, the other way, and there and back.
  it.each(["b01", "b08", "b28"])(
    "hands thousands of values over of which no text shows more than a few: %s",
    async (id) => {
      const [kb, db] = environments;
      const question = questions.find((each) => each.id === id);
      if (kb === undefined || db === undefined || question === undefined) throw new TypeError(id);
      const artifacts = memoryArtifactStore();
      const limits = { rows: 100, characters: 20_000, milliseconds: 30_000 };
      const principal = { id: "tester" };
      const crossing = await crossingOf(
        question.steps ?? [],
        { kb, db },
        { principal, signal, limits, artifacts },
      );
      const { outcome, events } = await runTask({
        environments,
        task: { question: question.question },
        strategy: react(),
        policy: oraclePolicy({ actions: crossing?.actions ?? [], claim: crossing?.claim ?? {} }),
        store: memoryTrajectoryStore(),
        artifacts,
        principal,
        limits: { steps: 30 },
        actLimits: limits,
      });
      expect(outcome).toMatchObject({ type: "answered", answer: { text: (answers[id] as string[])[0] } });
      const texts = events.flatMap((event) =>
        event.type === "action-observed" ? [renderObservation(event.observation)] : [],
      );
      expect(texts.some((text) => /[2-9],?\d{3} /u.test(text))).toBe(true);
      expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(2500);
      const crossed = events.flatMap((event) =>
        event.type === "action-observed" && event.action.tool === "use_values" ? [event] : [],
      );
      expect(crossed.length).toBeGreaterThan(0);
      for (const { observation } of crossed) expect(renderObservation(observation).length).toBeLessThan(800);
    },
  );
});
