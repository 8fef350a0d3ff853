import type { LoadOptions } from "../../../evaluation/benchmark/benchmark.ts";
import type { EvalOptions } from "./eval-options.ts";

/** What of the flags is about the data; as a manifest keeps it. */
export function loadOptionsOf(options: EvalOptions, judge?: string): Omit<LoadOptions, "cacheFolder"> {
  const { data, split, dialect, server, endpoint, timings } = options;
  return {
    ...(data === undefined ? {} : { folder: data }),
    ...(split === undefined ? {} : { split }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(server === undefined ? {} : { server }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(timings === undefined ? {} : { timings }),
    ...(judge === undefined ? {} : { judge }),
  };
}
