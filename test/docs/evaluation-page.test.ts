import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BENCHMARK_NAMES, BENCHMARK_NEEDS, benchmarkNamed } from "../../src/config/evaluation/benchmarks.ts";
import {
  API_ERRORS,
  DATABASE_ERRORS,
  GRAPH_ERRORS,
  RUN_ERRORS,
} from "../../src/evaluation/errors/answer-errors.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/evaluation.md"), "utf8");

describe("docs/evaluation.md", () => {
  it.each([
    ["all environments", RUN_ERRORS],
    ["databases", DATABASE_ERRORS],
    ["knowledge bases", GRAPH_ERRORS],
    ["APIs", API_ERRORS],
  ])("explains each kind of error of %s", (_, kinds) => {
    const missing = kinds.filter(
      (kind) => !new RegExp(`^\\| \`${kind}\` \\| \\S.*\\. \\|$`, "mu").test(page),
    );
    expect(missing).toEqual([]);
  });

  it("names each benchmark and each score", async () => {
    expect(Object.keys(BENCHMARK_NEEDS)).toEqual(BENCHMARK_NAMES);
    for (const name of BENCHMARK_NAMES) {
      expect(page).toContain(`\n| \`${name}\` |`);
      for (const measure of (await benchmarkNamed(name)).measures) expect(page).toContain(measure.name);
    }
  });
});
