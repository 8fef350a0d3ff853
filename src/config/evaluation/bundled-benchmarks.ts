import type { Benchmark } from "../../evaluation/benchmark/benchmark.ts";
import { dbqaBenchmark } from "../../evaluation/benchmarks/dbqa/dbqa-benchmark.ts";
import { cinemaBenchmark } from "../../evaluation/benchmarks/fuxi-cinema/cinema-benchmark.ts";
import { itoolBenchmark } from "../../evaluation/benchmarks/itool/itool-benchmark.ts";
import { databaseOfScript } from "./database-of-script.ts";

const sets = () => import("../../samples/cinema/question-sets.ts");

/** With the set over the sample API, and any other in the same format. */
export const itool: Benchmark = itoolBenchmark(async () => (await sets()).cinemaItool);

export const fuxiCinema: Benchmark = cinemaBenchmark(async () => (await sets()).cinemaQuestionFiles);

/** With the long-form questions on the sample, and any other set in the same layout. */
export const dbqa: Benchmark = dbqaBenchmark({
  bundled: async () => (await sets()).cinemaLongForm,
  makeDatabase: databaseOfScript,
});
