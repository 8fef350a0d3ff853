import { benchmarkNamed } from "../src/config/evaluation/benchmarks.ts";
import { openPlaces } from "../src/config/evaluation/open-place.ts";
import type { BenchmarkSet } from "../src/evaluation/benchmark/benchmark.ts";
import type { OpenPlace } from "../src/evaluation/benchmark/place.ts";

/** Sets that oracles go through, with the measure that is success, by the names on the command lines of the benchmarks. */
export const EVAL_SETS: Readonly<
  Record<
    string,
    { readonly benchmark: string; readonly measure: string; readonly split?: string; readonly data?: string }
  >
> = {
  bird: { benchmark: "bird", measure: "ex", data: "bird" },
  metaqa: { benchmark: "metaqa", measure: "f1", data: "metaqa" },
  "cinema-db": { benchmark: "fuxi-cinema", measure: "success", split: "database" },
  "cinema-kb": { benchmark: "fuxi-cinema", measure: "success", split: "knowledge-base" },
};

export interface LoadedSet {
  readonly name: string;
  readonly set: BenchmarkSet;
  readonly measure: string;
}

/** Those of the names that need no data, and all of them where the folder of the data is given. */
export async function loadEvalSets(
  names: readonly string[],
  folder: string | undefined,
  cacheFolder: string,
): Promise<readonly LoadedSet[]> {
  const loaded: LoadedSet[] = [];
  for (const name of names) {
    const found = EVAL_SETS[name];
    if (found === undefined) {
      console.error(`There is no set ${name}. Known: ${Object.keys(EVAL_SETS).join(", ")}.`);
      process.exit(64);
    }
    const { benchmark, measure, split, data } = found;
    if (data !== undefined && folder === undefined) continue;
    const set = await (await benchmarkNamed(benchmark)).load({
      cacheFolder,
      ...(split === undefined ? {} : { split }),
      ...(data === undefined ? {} : { folder: `${folder}/${data}` }),
    });
    loaded.push({ name, set, measure });
  }
  return loaded;
}

export function openBenchPlaces(cacheFolder: string): OpenPlace {
  return openPlaces({ folders: { cache: cacheFolder, data: cacheFolder }, env: {}, onWarning: () => {} });
}
