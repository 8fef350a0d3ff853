/**
 * Writes test/evaluation/scores/sql/official-cases.json: what the published evaluators say of pairs of queries over the cinema sample, and of
 * timings. The evaluators are fetched by whoever runs this, into a folder as official.py has it.
 *
 * node scripts/sql-scores/make-cases.ts <folder of the evaluators>
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCinemaQuestions } from "../../bench/gold-questions.ts";
import { mulberry32 } from "../../src/util/mulberry32.ts";
import { HAND_MADE_PAIRS } from "./hand-made-pairs.ts";
import { mutatedQueries } from "./mutated-queries.ts";
import { officialScores } from "./official-scores.ts";

const ABOUT = [
  "Made by scripts/sql-scores/make-cases.ts with Python's sqlite3 over the cinema sample; queries are the sample's own and made-up ones.",
  "ex: bird-bench/mini_dev evaluation/evaluation_ex.py at 47f116d; softF1: evaluation_f1.py at 2932a2b; reward: evaluation_ves.py at bb37377;",
  "spider: result_eq of taoyds/test-suite-sql-eval exec_eval.py at 14784c3, DISTINCT kept.",
];
const MUTATIONS_PER_QUESTION = 3;

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Give the folder of the evaluators: node scripts/sql-scores/make-cases.ts <folder>");
  process.exit(64);
}
const scratch = mkdtempSync(join(tmpdir(), "sql-scores-"));
try {
  const questions = readCinemaQuestions(scratch);
  const random = mulberry32(7);
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const pairs = [
    ...questions.flatMap(({ sql }) => [
      { gold: sql, predicted: sql },
      { gold: sql, predicted: pick(questions).sql },
      ...Array.from({ length: MUTATIONS_PER_QUESTION }, () => ({
        gold: sql,
        predicted: pick(mutatedQueries(sql)),
      })),
    ]),
    ...HAND_MADE_PAIRS.map(([gold, predicted]) => ({ gold, predicted })),
  ];
  const unique = [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
  const timings = Array.from({ length: 60 }, () => {
    const ratio = 4 ** (random() * 4 - 2);
    return Array.from({ length: 5 + Math.floor(random() * 20) }, (_, at): readonly [number, number] => {
      const predicted = 1 + random();
      return [predicted * ratio * (at === 3 ? 40 : 0.9 + 0.2 * random()), predicted];
    });
  });
  const database = questions[0]?.file ?? "";
  const said = await officialScores(folder, {
    pairs: unique.map((pair) => ({ database, ...pair })),
    timings,
  });
  const lines = (all: readonly unknown[]) => `[\n${all.map((each) => JSON.stringify(each)).join(",\n")}\n]`;
  const target = new URL("../../test/evaluation/scores/sql/official-cases.json", import.meta.url);
  writeFileSync(
    target,
    `{"about": ${JSON.stringify(ABOUT, null, 1)},
"pairs": ${lines(unique.map((pair, at) => ({ ...pair, ...said.pairs[at] })))},
"rewards": ${lines(timings.map((each, at) => ({ timings: each, reward: said.rewards[at] })))}}
`,
  );
  console.log(`${unique.length} pairs, ${timings.length} lists of timings`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
