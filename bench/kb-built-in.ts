/**
 * What the built-in policy answers about knowledge bases, and how much of that is right: MetaQA (1, 2 and 3 hops), PathQuestion, and the questions of
 * the bundled sample. Right means that the labels are those of the gold answers, no more and no fewer. MetaQA leaves the entity of the
 * question out of the set after every hop, whatever the question says; how many are right but for that is told beside it.
 *
 * node bench/kb-built-in.ts <data-folder> [--set 1hop,2hop,…] [--sample N] [--half even|odd] [--verbose] [--declined]
 *
 * `--verbose` and `--declined` show wrong and unanswered questions, of the even half only.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { builtInPolicy } from "../src/agent/policies/built-in-policy.ts";
import { memoryArtifactStore } from "../src/artifact-store/sqlite-artifact-store.ts";
import { ask } from "../src/ask.ts";
import { createKnowledgeBaseEnvironment } from "../src/environments/knowledge-base/index.ts";
import { openEmbeddedStore } from "../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import type { Names } from "../src/environments/knowledge-base/vocabulary/names.ts";
import { readVocabulary } from "../src/environments/knowledge-base/vocabulary/read-vocabulary.ts";
import { wilson } from "../src/evaluation/statistics/wilson.ts";
import { ensureCinemaKnowledgeBase } from "../src/samples/cinema/ensure-cinema-knowledge-base.ts";
import type { JsonObject } from "../src/util/json.ts";
import { answerRecord } from "../test/support/cinema-answers.ts";
import { type KbQuestion, type KbSet, readCinemaSet, readKbSets } from "./kb-built-in/read-kb-sets.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: "string" },
    sample: { type: "string" },
    half: { type: "string" },
    verbose: { type: "boolean" },
    declined: { type: "boolean" },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error(
    "Usage: node bench/kb-built-in.ts <data-folder> [--set name,name] [--sample N] [--half even|odd] [--verbose] [--declined]",
  );
  process.exit(64);
}

interface Tally {
  questions: number;
  answered: number;
  right: number;
  butForStart: number;
  readonly times: number[];
}

const wanted = values.set?.split(",");
const cacheFolder = mkdtempSync(join(tmpdir(), "kb-built-in-"));
const table: Record<string, unknown> = {};
try {
  for (const set of [...(await readKbSets(folder)), readCinemaSet(ensureCinemaKnowledgeBase(cacheFolder))]) {
    if (wanted !== undefined && !wanted.includes(set.name)) continue;
    if (existsSync(set.file)) table[set.name] = row(await run(set));
  }
} finally {
  rmSync(cacheFolder, { recursive: true, force: true });
}
console.table(table);

async function run(set: KbSet): Promise<Tally> {
  const { signal } = new AbortController();
  const beside = `${set.file}.vocabulary.json`;
  const vocabulary = existsSync(beside)
    ? readVocabulary(JSON.parse(readFileSync(beside, "utf8")))
    : undefined;
  const store = await openEmbeddedStore({
    path: set.file,
    cacheFolder,
    signal,
    ...(vocabulary === undefined ? {} : { vocabulary }),
  });
  await store.preparation?.prepare({ signal });
  const environment = await createKnowledgeBaseEnvironment({ id: "kb", store });
  const tally: Tally = { questions: 0, answered: 0, right: 0, butForStart: 0, times: [] };
  const questions = set.questions.filter(
    ({ even }) => values.half === undefined || even === (values.half === "even"),
  );
  const every =
    values.sample === undefined ? 1 : Math.max(1, Math.floor(questions.length / Number(values.sample)));
  const artifacts = memoryArtifactStore();
  for (const question of questions.filter((_, at) => at % every === 0)) {
    tally.questions++;
    const start = performance.now();
    const { outcome } = await ask({
      environments: [environment],
      policy: builtInPolicy(),
      artifacts,
      question: question.text,
      actLimits: { rows: 100_000, characters: 20_000, milliseconds: 20_000 },
    });
    tally.times.push(performance.now() - start);
    if (outcome.type !== "answered") {
      const why =
        outcome.type === "unanswerable"
          ? `${outcome.reason} [${outcome.words.join(", ")}]`
          : JSON.stringify(outcome);
      if (values.declined && question.even)
        console.log(`DECLINED ${question.text}\n  ${why}\n  gold ${question.path}`);
      continue;
    }
    tally.answered++;
    const labels = (outcome.answer.members ?? []).map(({ label, value }) => String(label ?? value));
    const right =
      question.record === undefined
        ? sameLabels(labels, question.answers)
        : sameRecord(outcome.answer.members ?? [], question.record, environment.services.names);
    if (right) tally.right++;
    const without = labels.filter((label) => label !== question.start);
    if (right || sameLabels(without, question.answers)) tally.butForStart++;
    else if (values.verbose && question.even)
      console.log(
        `WRONG ${question.text}\n  ours ${outcome.evidence[0]?.program} ${labels.slice(0, 5).join("|")}\n  gold ${question.path} ${question.answers.slice(0, 5).join("|")}`,
      );
  }
  await environment.close();
  return tally;
}

function sameRecord(members: readonly JsonObject[], gold: unknown, names: Names): boolean {
  const own = members.map(({ id, value }) =>
    typeof id === "string" ? (names.iri(id) ?? id) : String(value),
  );
  return JSON.stringify(answerRecord(own.sort())) === JSON.stringify(gold);
}

function sameLabels(labels: readonly string[], gold: KbQuestion["answers"]): boolean {
  const own = new Set(labels);
  const other = new Set(gold);
  return own.size === other.size && [...other].every((label) => own.has(label));
}

function row({ questions, answered, right, butForStart, times }: Tally) {
  const percent = (part: number, whole: number) =>
    whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
  const { low, high } = wilson(right, answered);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`;
  return {
    questions,
    "answered %": percent(answered, questions),
    "right of answered": percent(right, answered),
    "95 % interval": `${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)} %`,
    "right but for the start": percent(butForStart, answered),
    p50: at(0.5),
    p95: at(0.95),
  };
}
