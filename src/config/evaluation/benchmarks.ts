import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Benchmark } from "../../evaluation/benchmark/benchmark.ts";
import { nearestNames } from "../../util/nearest-names.ts";

/** Those that come with the program. */
const sets = () => import("../../samples/cinema/question-sets.ts");

/** Each is loaded when it is named. */
const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  bird: async () => (await import("../../evaluation/benchmarks/bird/bird-benchmark.ts")).birdBenchmark,
  spider: async () =>
    (await import("../../evaluation/benchmarks/spider/spider-benchmark.ts")).spiderBenchmark,
  "kbqa-agent": async () =>
    (await import("../../evaluation/benchmarks/kbqa-agent/kbqa-agent-benchmark.ts")).kbqaAgentBenchmark,
  metaqa: async () =>
    (await import("../../evaluation/benchmarks/metaqa/metaqa-benchmark.ts")).metaqaBenchmark,
  pathquestion: async () =>
    (await import("../../evaluation/benchmarks/pathquestion/pathquestion-benchmark.ts"))
      .pathquestionBenchmark,
  restbench: async () =>
    (await import("../../evaluation/benchmarks/restbench/restbench-benchmark.ts")).restbenchBenchmark,
  async itool() {
    const { itoolBenchmark } = await import("../../evaluation/benchmarks/itool/itool-benchmark.ts");
    return itoolBenchmark(async () => (await sets()).cinemaItool);
  },
  async dbqa() {
    const { dbqaBenchmark } = await import("../../evaluation/benchmarks/dbqa/dbqa-benchmark.ts");
    const { databaseOfScript: makeDatabase } = await import("./make-sqlite-file.ts");
    return dbqaBenchmark({ bundled: async () => (await sets()).cinemaLongForm, makeDatabase });
  },
  async "fuxi-cinema"() {
    const { cinemaBenchmark } = await import("../../evaluation/benchmarks/fuxi-cinema/cinema-benchmark.ts");
    return cinemaBenchmark(async () => (await sets()).cinemaQuestionFiles);
  },
};

export const BENCHMARK_NAMES: readonly string[] = Object.keys(BENCHMARKS);

/** What has to be given for each, in a line. */
export const BENCHMARK_NEEDS: Readonly<Record<string, string>> = {
  bird: "--data: dev.json, dev_databases/. Mini-Dev: --split mini-dev, also --dialect postgresql or mysql with --server",
  spider: "--data: dev.json, database/",
  "kbqa-agent":
    "--data: std.json, dev.json or ext.json; --endpoint: Freebase, or an RDF file with the part that is asked about",
  metaqa: "--data: kb.txt and the questions. --split 1hop, 2hop, 3hop, 1hop-test, …",
  pathquestion: "--data: the graphs and questions. --split pq-2h, pq-3h, pql-2h, pql-3h, pql-3h-more",
  restbench:
    "--data: tmdb.json, tmdb_oas.json, spotify.json, spotify_oas.json. --split tmdb or spotify; a server is not needed",
  itool: "nothing: a set over the sample API is bundled. --data: another set with its document",
  dbqa: "nothing: a set over the sample database is bundled. --data: questions.json, database/. --judge-model for what a judge measures",
  "fuxi-cinema": "nothing. --split database, knowledge-base, both, rest-api",
};

/** @throws FuxiError `usage` with the nearest name */
export async function benchmarkNamed(name: string): Promise<Benchmark> {
  const load = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined;
  if (load !== undefined) return await load();
  const nearest = nearestNames(name, BENCHMARK_NAMES, { limit: 1 })[0];
  throw new FuxiError("usage", `There is no benchmark "${name}".`, {
    hint: nearest === undefined ? `Known: ${BENCHMARK_NAMES.join(", ")}.` : `Did you mean ${nearest.name}?`,
  });
}
