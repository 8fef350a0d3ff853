/**
 * Questions that need the sample's knowledge base and its database together, by tool calls: is the answer the gold one, how large is what crosses
 * from one to the other, and how much of it is in any text that a model reads.
 *
 * node bench/hand-over.ts
 */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { oraclePolicy } from "../src/agent/policies/oracle-policy.ts";
import { renderObservation } from "../src/agent/render-result.ts";
import { runTask } from "../src/agent/run-loop.ts";
import { react } from "../src/agent/strategies/react.ts";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import { openEnvironments } from "../src/config/open-environments.ts";
import { memoryTrajectoryStore } from "../src/trajectory-store/memory-trajectory-store.ts";
import { answerRecord, type CinemaQuestion } from "../test/support/cinema-answers.ts";
import { crossingOf } from "../test/support/cinema-crossing.ts";
import { answeredTexts, plainText } from "./kb-llm/f1.ts";

const sample = join(import.meta.dirname, "../src/samples/cinema");
const read = (name: string): unknown => JSON.parse(readFileSync(join(sample, name), "utf8"));
const questions = (read("knowledge-base-questions.json") as readonly CinemaQuestion[]).filter(
  ({ kind }) => kind === "both",
);
const gold = read("knowledge-base-answers.json") as Readonly<Record<string, unknown>>;
const signal = new AbortController().signal;
const cache = join(tmpdir(), "fuxi-bench-cache");
const [kb, db] = await openEnvironments(["sample:cinema-kb", "sample:cinema"], {
  folders: { cache, data: cache },
  env: {},
  signal,
  onWarning: () => {},
});
if (kb === undefined || db === undefined) process.exit(1);
const TOKEN = 4;

let right = 0;
let large = 0;
for (const { id, steps = [], question } of questions) {
  const artifacts = memoryArtifactStore();
  const context = {
    principal: { id: "bench" },
    signal,
    limits: { rows: 100_000, characters: 20_000, milliseconds: 30_000 },
    artifacts,
  };
  const crossing = await crossingOf(steps, { kb, db }, context);
  if (crossing === undefined) {
    console.log(`${id}  cannot be taken apart`);
    continue;
  }
  const { outcome, events } = await runTask({
    environments: [kb, db],
    task: { question },
    strategy: react(),
    policy: oraclePolicy({ actions: crossing.actions, claim: crossing.claim }),
    store: memoryTrajectoryStore(),
    artifacts,
    principal: context.principal,
    limits: { steps: crossing.actions.length + 2 },
    actLimits: { rows: 1000, characters: 20_000, milliseconds: 30_000 },
  });
  const observed = events.filter((event) => event.type === "action-observed");
  const crossings = observed.filter(({ action }) => action.tool === "use_values");
  const sizes = crossings.map(({ observation }) =>
    Number(observation.data["total"] ?? observation.data["size"] ?? 0),
  );
  // The text of the action that made the set, and of the one that took it over: all that shows any of it.
  const shown = crossings.map((crossed) => {
    const before = observed[observed.indexOf(crossed) - 1];
    return [before, crossed].map((event) =>
      event === undefined ? "" : renderObservation(event.observation),
    );
  });
  const tokens = Math.max(0, ...shown.map((texts) => Math.ceil(texts.join("\n").length / TOKEN)));
  const answered =
    outcome.type === "answered" ? answeredTexts(outcome.answer, "id").map(plainText).sort() : [];
  const record = gold[id];
  const wanted = Array.isArray(record) ? record.map((each) => plainText(String(each))).sort() : [];
  const byLabel =
    outcome.type === "answered" ? answeredTexts(outcome.answer, "label").map(plainText).sort() : [];
  const same = (texts: readonly string[]): boolean =>
    Array.isArray(record)
      ? JSON.stringify(texts) === JSON.stringify(wanted)
      : texts.length === (record as { readonly total: number }).total;
  const exact = same(answered) || same(byLabel);
  if (exact) right++;
  if (exact && sizes.some((size) => size > 2000) && tokens < 200) large++;
  console.log(
    `${id}  ${exact ? "exact" : "NOT EXACT"}  handed over ${sizes.join(", ")}  at most ${tokens} tokens of it  ${crossing.actions.length} actions`,
  );
  if (!exact) {
    const failed = events.findLast(
      (event) => event.type === "action-failed" || event.type === "claim-refused",
    );
    console.log(`   ${outcome.type}: ${JSON.stringify(failed?.failure ?? outcome).slice(0, 400)}`);
    console.log(
      `   ${JSON.stringify(answerRecord(answered)).slice(0, 160)} against ${JSON.stringify(record).slice(0, 160)}`,
    );
  }
}
console.log(
  `\n${right} of ${questions.length} exactly the gold answer; ${large} of them with more than 2,000 values handed over and fewer than 200 tokens of them in any text`,
);
await Promise.all([kb.close(), db.close()]);
