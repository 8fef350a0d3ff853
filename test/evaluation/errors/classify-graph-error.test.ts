import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryArtifactStore } from "../../../src/artifact-store/sqlite-artifact-store.ts";
import type { Evidence } from "../../../src/environment/answer.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import { readVocabulary } from "../../../src/environments/knowledge-base/vocabulary/read-vocabulary.ts";
import type { Answered } from "../../../src/evaluation/benchmark/benchmark.ts";
import { classifyGraphError, GRAPH_ERRORS } from "../../../src/evaluation/errors/classify-graph-error.ts";

import type { ItemRecord } from "../../../src/evaluation/run/configuration.ts";
import type { WithPlace } from "../../../src/evaluation/run/run-item.ts";
import { ensureCinemaKnowledgeBase } from "../../../src/samples/cinema/ensure-cinema-knowledge-base.ts";
import { openGraph } from "../../support/oracle-scored.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { recordOf } from "../tables/made-up-run.ts";
import { GRAPH_CASES } from "./graph-cases.ts";

const folder = temporaryFolder();
let environment: Environment;
const withPlace: WithPlace = (use) =>
  use({ environments: [environment], signal: new AbortController().signal, milliseconds: 30_000 });
const noPlace: WithPlace = () => expect.unreachable("the record says enough");

beforeAll(async () => {
  const file = ensureCinemaKnowledgeBase(folder);
  environment = await openGraph(
    file,
    folder,
    readVocabulary(JSON.parse(readFileSync(`${file}.vocabulary.json`, "utf8"))),
  );
});
afterAll(() => environment.close());

const BOUNDS = {
  signal: new AbortController().signal,
  limits: { rows: 10, characters: 10_000, milliseconds: 30_000 },
};
const WRONG = { f1: 0, em: 0, va: 1 };

function answered(evidence: readonly Evidence[], gold?: string): Answered {
  const task = { id: "t", place: "kb", question: "?", groups: {}, gold: {} };
  return {
    task: gold === undefined ? task : { ...task, oracle: { program: gold } },
    run: { outcome: { type: "answered", answer: { text: "" }, evidence, assumptions: [] }, events: [] },
  };
}

const from = (program: string): readonly Evidence[] => [
  { environment: "kb", kind: "knowledge-base", program },
];

const codeOf = (predicted: string, gold: string | undefined, scores: ItemRecord["scores"] = WRONG) =>
  classifyGraphError(answered(from(predicted), gold), recordOf({ task: "t", scores }), withPlace);

describe("the kind of a wrong answer from a knowledge base", () => {
  it.each(GRAPH_CASES)("is $code for $predicted", async ({ code, gold, predicted }) => {
    expect(await codeOf(predicted, gold)).toBe(code);
  });

  it("is that the programs are the same for each gold of these itself, however it names its entities", async () => {
    const context = { principal: { id: "somebody" }, ...BOUNDS, artifacts: memoryArtifactStore() };
    for (const { gold } of GRAPH_CASES) {
      let written = gold;
      for (const [named = "", label = ""] of gold.matchAll(/\(NAMED "([^"]+)"\)/gu)) {
        const [id = ""] = (await environment.capabilities.graph?.named(label, context)) ?? [];
        written = written.replace(named, id);
      }
      expect(written).not.toContain("NAMED");
      expect(await codeOf(written, gold), gold).toBe("same-program");
    }
  });

  it("is none where the members are the gold's, by F1 where there is no exact match", async () => {
    expect(await codeOf("Award", "Award", { em: 1, f1: 1, va: 1 })).toBeUndefined();
    expect(await codeOf("Award", "Award", { f1: 1, va: 1 })).toBeUndefined();
    expect(await codeOf("Award", "Award", { f1: 0, em: 1, va: 0 })).toBeUndefined();
  });

  it("is told by the members where there is no gold program, or one that cannot be taken apart", async () => {
    for (const gold of [undefined, "(JOIN", '(JOIN genre (NAMED "No such genre"))']) {
      expect(await codeOf("Award", gold, { f1: 0.5, em: 0, va: 1 })).toBe("partly-right");
      expect(await codeOf("Award", gold, { f1: 0, em: 0, va: 1 })).toBe("other-members");
    }
  });

  it("is an empty set, whatever the programs", async () => {
    expect(await codeOf("Award", "Ceremony", { f1: 0, em: 0, va: 0 })).toBe("empty-set");
  });

  const ends: readonly [string, Partial<ItemRecord>][] = [
    ["run-failed", { outcome: "failed", reason: "engine-unavailable" }],
    ["not-scored", { unscored: "artifact-missing" }],
    ["asked", { outcome: "needs-clarification" }],
    ["declined", { outcome: "unanswerable" }],
    ["unusable-replies", { outcome: "stopped", reason: "no-action" }],
    ["repetition", { outcome: "stopped", reason: "repetition" }],
    ["limit", { outcome: "stopped", reason: "tokens" }],
    ["no-members", { outcome: "answered" }],
  ];
  it.each(ends)("is %s for %o, without a look at the knowledge base", async (code, changes) => {
    const record = recordOf({ task: "t", scores: { f1: 0, em: 0, va: 0 }, ...changes });
    expect(await classifyGraphError(answered([], "Award"), record, noPlace)).toBe(code);
  });

  it("has a case here for every kind of the table", () => {
    const seen = new Set<string>([
      ...GRAPH_CASES.map(({ code }) => code),
      ...ends.map(([code]) => code),
      "same-program",
      "partly-right",
      "other-members",
      "empty-set",
    ]);
    expect([...seen].sort()).toEqual(Object.keys(GRAPH_ERRORS).sort());
  });
});
