import { BENCHMARK_NAMES, BENCHMARK_NEEDS, benchmarkNamed } from "../../../config/evaluation/benchmarks.ts";
import type { CliIo } from "../../cli-io.ts";

/** Prints each benchmark with what it needs and measures. */
export async function listAction({ json }: { readonly json?: boolean }, io: CliIo): Promise<void> {
  const all = await Promise.all(BENCHMARK_NAMES.map(benchmarkNamed));
  if (json === true) {
    const listed = all.map(({ name, title, measures }) => ({
      ...{ name, title, measures },
      needs: BENCHMARK_NEEDS[name],
    }));
    io.out(`${JSON.stringify(listed, null, 2)}\n`);
    return;
  }
  for (const { name, title, measures } of all) {
    io.out(`${io.colors.bold(name)}  ${title}\n`);
    io.out(`  needs   ${BENCHMARK_NEEDS[name]}\n`);
    io.out(`  ${io.colors.dim(`scores  ${measures.map((measure) => measure.name).join(", ")}`)}\n`);
  }
}
