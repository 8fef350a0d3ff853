/**
 * Whether the scores of BIRD and Spider are what they should be: each gold against itself, in every dialect at hand, and, beside the published
 * evaluators, each gold against mutated queries and against another question's gold.
 *
 * node bench/eval-scores.ts <data-folder> [--official <folder of the evaluators, see scripts/sql-scores/official.py>]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../src/environment/environment.ts";
import {
  createDatabaseEnvironment,
  openSqliteDriver,
  type SqlDriver,
} from "../src/environments/database/index.ts";
import type { BenchmarkSet } from "../src/evaluation/benchmark/benchmark.ts";
import type { BenchmarkTask } from "../src/evaluation/benchmark/benchmark-task.ts";
import { birdBenchmark } from "../src/evaluation/benchmarks/bird/bird-benchmark.ts";
import { spiderBenchmark } from "../src/evaluation/benchmarks/spider/spider-benchmark.ts";
import { answeredWith } from "../test/evaluation/scores/sql/answered-with.ts";
import { mariadbIsMissing } from "../test/support/mariadb.ts";
import { postgresIsMissing } from "../test/support/postgres.ts";
import { loadMiniDev } from "./engines/load-mini-dev.ts";
import { copyToMariadb } from "./eval-scores/copy-to-mariadb.ts";
import { mutatedQueries } from "./eval-scores/mutated-queries.ts";
import { officialScores, type QueryPair } from "./eval-scores/official-scores.ts";

interface Opened {
  open(): Promise<SqlDriver>;
  drop(): Promise<void>;
}

const [data, flag, official] = process.argv.slice(2);
if (data === undefined || (flag !== undefined && (flag !== "--official" || official === undefined))) {
  console.error("Give the data folder: npm run bench -- eval-scores <data-folder> [--official <folder>]");
  process.exit(64);
}
const scratch = mkdtempSync(join(tmpdir(), "eval-scores-"));
const bird = { folder: join(data, "bird"), cacheFolder: scratch };
const signal = new AbortController().signal;

const files: (place: string, set: BenchmarkSet) => Promise<Opened> = async (place, set) => ({
  open: () => openSqliteDriver({ path: set.places[place]?.targets[0] ?? "" }),
  drop: async () => {},
});

async function scored(
  title: string,
  set: BenchmarkSet,
  load: typeof files,
  isOfficial: "ex" | "spider" | undefined,
): Promise<void> {
  const sums = new Map<string, number>();
  const wrong: string[] = [];
  const compared = { pairs: 0, others: [] as string[] };
  for (const place of Object.keys(set.places)) {
    const tasks = set.tasks.filter((task) => task.place === place);
    const loaded = await load(place, set);
    const environment = await createDatabaseEnvironment({
      id: "db",
      driver: await loaded.open(),
      cacheFolder: scratch,
      indexMode: "memory",
    });
    const context = { environments: [environment] as readonly Environment[], signal, milliseconds: 30_000 };
    const score = (task: BenchmarkTask, sql: string) =>
      set.score({ task, run: answeredWith(sql, sql).run }, context);
    for (const task of tasks) {
      const { scores, remark } = await score(task, String(task.gold.sql));
      for (const [id, value] of Object.entries(scores)) sums.set(id, (sums.get(id) ?? 0) + value);
      if (scores.ex !== 1 || scores.strict !== 1)
        wrong.push(`${task.id}: ${JSON.stringify(scores)} ${remark ?? ""}`);
    }
    if (official !== undefined && isOfficial !== undefined) {
      const pairs = tasks.flatMap((task, at) => {
        const gold = String(task.gold.sql);
        const other = String(tasks[(at + 1) % tasks.length]?.gold.sql);
        return [gold, other, ...mutatedQueries(gold)].map((predicted) => ({ task, predicted }));
      });
      const database = set.places[place]?.targets[0] ?? "";
      const said = await officialScores(official, {
        pairs: pairs.map(
          ({ task, predicted }): QueryPair => ({ database, gold: String(task.gold.sql), predicted }),
        ),
      });
      for (const [at, { task, predicted }] of pairs.entries()) {
        const { scores } = await score(task, predicted);
        const theirs = said.pairs[at];
        compared.pairs++;
        const soft = scores["soft-f1"] ?? theirs?.softF1 ?? 0;
        if (scores.ex !== theirs?.[isOfficial] || Math.abs(soft - (theirs?.softF1 ?? 0)) > 1e-12)
          compared.others.push(
            `${task.id}: ${JSON.stringify(scores)} theirs ${JSON.stringify(theirs)}\n    ${predicted}`,
          );
      }
    }
    await environment.close();
    await loaded.drop();
  }
  const shares = [...sums].map(([id, sum]) => `${id} ${((100 * sum) / set.tasks.length).toFixed(2)} %`);
  console.log(`\n${title}: ${set.tasks.length} golds against themselves: ${shares.join(", ")}`);
  for (const note of set.notes) console.log(`  ${note}`);
  for (const line of wrong) console.log(`  ${line}`);
  if (compared.pairs > 0) {
    console.log(
      `  beside the published evaluator: ${compared.pairs} pairs, ${compared.others.length} judged otherwise`,
    );
    for (const line of compared.others.slice(0, 20)) console.log(`  ${line}`);
  }
}

try {
  await scored("BIRD dev", await birdBenchmark.load(bird), files, "ex");
  await scored("Mini-Dev, SQLite", await birdBenchmark.load({ ...bird, split: "mini-dev" }), files, "ex");
  const noPostgres = await postgresIsMissing();
  if (noPostgres === undefined) {
    const server = "postgres://postgres@127.0.0.1";
    const set = await birdBenchmark.load({ ...bird, split: "mini-dev", dialect: "postgresql", server });
    const dumps = loadMiniDev(data);
    const load = async (place: string): Promise<Opened> => {
      const dump = dumps.find(({ db }) => db === place);
      if (dump === undefined) throw new TypeError(`There is no dump of ${place}.`);
      return dump.load().then(async (loaded) => {
        await loaded.reference.close();
        return loaded;
      });
    };
    await scored("Mini-Dev, PostgreSQL", set, load, undefined);
  } else console.log(`\nMini-Dev, PostgreSQL: ${noPostgres}`);
  const noMariadb = await mariadbIsMissing();
  if (noMariadb === undefined) {
    const server = "mysql://root@127.0.0.1";
    const set = await birdBenchmark.load({ ...bird, split: "mini-dev", dialect: "mysql", server });
    const load = (place: string) =>
      copyToMariadb(join(data, "bird", "dev_databases", place, `${place}.sqlite`));
    await scored("Mini-Dev, MySQL (the SQLite tables copied to MariaDB)", set, load, undefined);
  } else console.log(`\nMini-Dev, MySQL: ${noMariadb}`);
  const spider = await spiderBenchmark.load({ folder: join(data, "spider"), cacheFolder: scratch });
  await scored("Spider dev", spider, files, "spider");
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
