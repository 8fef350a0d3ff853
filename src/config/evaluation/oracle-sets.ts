import { join } from "node:path";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { BenchmarkSet } from "../../evaluation/benchmark/benchmark.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { benchmarkNamed } from "./benchmarks.ts";

interface KnownSet {
  readonly benchmark: string;
  /** Id of the measure that is success. */
  readonly measure: string;
  readonly split?: string;
  /** Folder within that of the data; absent where the set is bundled. */
  readonly data?: string;
}

const SETS: Readonly<Record<string, KnownSet>> = {
  bird: { benchmark: "bird", measure: "ex", data: "bird" },
  metaqa: { benchmark: "metaqa", measure: "f1", data: "metaqa" },
  "cinema-db": { benchmark: "fuxi-cinema", measure: "success", split: "database" },
  "cinema-kb": { benchmark: "fuxi-cinema", measure: "success", split: "knowledge-base" },
};

/** Sets that an oracle goes through, in the order of tables. */
export const ORACLE_SETS: readonly string[] = Object.keys(SETS);

/** Under the name that tables show. */
export interface OracleSet {
  readonly name: string;
  readonly set: BenchmarkSet;
  readonly measure: string;
}

export interface OracleSetOptions {
  /** With a folder for each set that is not bundled: `bird`, `metaqa`. */
  readonly data?: string;
  readonly cacheFolder: string;
}

/**
 * Named sets; without names, those that can be read: the bundled ones, and all of them where the data are given.
 * @throws FuxiError `usage` for a name that no set has, or data that were not given; as loading
 */
export async function oracleSets(
  names: readonly string[] | undefined,
  known: readonly string[],
  { data: folder, cacheFolder }: OracleSetOptions,
): Promise<readonly OracleSet[]> {
  const readable = known.filter((name) => folder !== undefined || SETS[name]?.data === undefined);
  return await Promise.all(
    (names ?? readable).map(async (name) => {
      const found = known.includes(name) ? SETS[name] : undefined;
      if (found === undefined) throw unknownSet(name, known);
      const { benchmark, measure, split, data } = found;
      if (data !== undefined && folder === undefined) {
        throw new FuxiError("usage", `The set ${name} needs its data.`, {
          hint: `Name the folder that holds ${data}/ with --data.`,
        });
      }
      const { load } = await benchmarkNamed(benchmark);
      const set = await load({
        cacheFolder,
        ...(split === undefined ? {} : { split }),
        ...(data === undefined || folder === undefined ? {} : { folder: join(folder, data) }),
      });
      return { name, set, measure };
    }),
  );
}

function unknownSet(name: string, known: readonly string[]): FuxiError {
  const nearest = nearestNames(name, known, { limit: 1 })[0];
  return new FuxiError("usage", `There is no set "${name}".`, {
    hint: nearest === undefined ? `Known: ${known.join(", ")}.` : `Did you mean ${nearest.name}?`,
  });
}
