/**
 * Lets language models review written trajectories over the sample database: six sound ones, and six with a planted defect (two plans that do not
 * serve the question, a wrong filter and a wrong join, two results that are misread). Prints how many defects were found, and how many sound parts were
 * faulted, by sub-task. Queries and results are real; nothing that a judge sees tells which is which.
 *
 * node bench/peer-review.ts --model-url URL [--model NAME] [--reviewers 3] [--meta 3] [--only t01,t02] [--record FILE | --replay FILE] [--list]
 */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import { openEnvironments } from "../src/config/open-environments.ts";
import { openModel } from "../src/config/open-policy.ts";
import { DEFAULT_ACT_LIMITS } from "../src/environment/act-context.ts";
import { judgedMaterial } from "../src/evaluation/judges/judged-material.ts";
import { reviewRun } from "../src/evaluation/judges/review-run.ts";
import { SUB_TASK_NAMES, SUB_TASKS } from "../src/evaluation/judges/sub-task.ts";
import { addUsage, NO_USAGE } from "../src/model/usage.ts";
import { trajectoryOf, type WrittenTrajectory } from "./peer-review/trajectory-of.ts";

const { values: flags } = parseArgs({
  options: {
    "model-url": { type: "string" },
    model: { type: "string" },
    reviewers: { type: "string", default: "3" },
    meta: { type: "string", default: "3" },
    only: { type: "string" },
    record: { type: "string" },
    replay: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const { model: name, "model-url": modelUrl, record, replay } = flags;
const model = await openModel({
  env: process.env,
  ...(name === undefined ? {} : { model: name }),
  ...(modelUrl === undefined ? {} : { modelUrl }),
  ...(record === undefined ? {} : { record }),
  ...(replay === undefined ? {} : { replay }),
});
const counts = [Number(flags.reviewers), Number(flags.meta)];
if (model === undefined || counts.some((count) => !Number.isSafeInteger(count) || count < 1)) {
  console.error(
    "Usage: node bench/peer-review.ts --model-url URL [--model NAME] [--reviewers 3] [--meta 3] [--only t01,t02] [--list]",
  );
  process.exit(64);
}
const [reviewers, metaReviewers] = counts.map((count) => Array.from({ length: count }, () => model));
const signal = new AbortController().signal;
const cache = join(tmpdir(), "fuxi-bench-cache");
const [database] = await openEnvironments(["sample:cinema"], {
  folders: { cache, data: cache },
  env: {},
  signal,
  onWarning: () => {},
});
if (database === undefined) process.exit(1);
const act = {
  principal: { id: "bench" },
  signal,
  limits: DEFAULT_ACT_LIMITS,
  artifacts: memoryArtifactStore(),
};
const { text: description } = await database.describe("schema", undefined, act);
const written: readonly WrittenTrajectory[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "peer-review/trajectories.json"), "utf8"),
);
const only = flags.only?.split(",");
const chosen = written.filter(({ id }) => only?.includes(id) ?? true);

const tally = new Map(
  SUB_TASKS.map((each) => [
    each,
    { defects: 0, found: 0, sound: 0, faulted: 0, tied: 0, none: 0, malformed: 0 },
  ]),
);
let usage = NO_USAGE;
for (const [at, trajectory] of chosen.entries()) {
  const material = judgedMaterial(await trajectoryOf(trajectory, database, signal), { description });
  const reviewed = await reviewRun(material, {
    reviewers: reviewers ?? [],
    metaReviewers: metaReviewers ?? [],
    lane: trajectory.id,
    signal,
    onNotice: (notice) => console.error(notice),
  });
  usage = addUsage(usage, reviewed.usage);
  for (const { subTask, verdict, tied, reviews, metaReviews } of reviewed.subTasks) {
    const row = tally.get(subTask);
    if (row === undefined) continue;
    const expected = trajectory.expected[subTask];
    row.tied += Number(tied);
    row.none += Number(verdict === undefined);
    row.malformed += [...reviews, ...metaReviews].filter(({ type }) => type === "malformed").length;
    row.defects += Number(expected === "imperfect");
    row.found += Number(expected === "imperfect" && verdict === "imperfect");
    row.sound += Number(expected === "perfect");
    row.faulted += Number(expected === "perfect" && verdict === "imperfect");
    if (flags.list) {
      console.log(
        `${trajectory.id}  ${subTask}  expected ${expected ?? "either"}, said ${verdict ?? "nothing"}`,
      );
      for (const each of metaReviews)
        console.log(`    ${each.type === "verdict" ? `${each.verdict}: ${each.rationale}` : each.problem}`);
    }
  }
  console.error(`${at + 1} of ${chosen.length}`);
}
await database.close();

console.log("sub-task                planted  found  sound  faulted  tied  no verdict  malformed");
for (const [subTask, row] of tally) {
  const cells = [row.defects, row.found, row.sound, row.faulted, row.tied, row.none, row.malformed];
  const widths = [7, 7, 7, 9, 6, 12, 11];
  console.log(
    SUB_TASK_NAMES[subTask].padEnd(24) +
      cells.map((cell, i) => String(cell).padStart(widths[i] ?? 8)).join(""),
  );
}
console.log(
  `${usage.calls} replies, ${usage.inputTokens ?? "unknown"} input and ${usage.outputTokens ?? "unknown"} output tokens`,
);
