/**
 * Input tokens of the oracle's trajectories under Fuxi's prompts and under prompts of the papers' shape, on databases as they are and
 * grown to about 1,000 tokens of schema.
 *
 * node bench/eval-tokens.ts [<data-folder>] [--sample N] [--seed 1] [--grow 1000] [--described] [--json FILE]
 *
 * Column descriptions are left out unless `--described` is given: prompts of the papers' shape have none.
 */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import { openGrownPlace } from "../src/config/evaluation/open-grown-place.ts";
import type { BenchmarkSet } from "../src/evaluation/benchmark/benchmark.ts";
import { measureTokens, type TokenSet } from "../src/evaluation/tokens/measure-tokens.ts";
import { tokenTable } from "../src/evaluation/tokens/token-table.ts";
import { memoryTrajectoryStore } from "../src/trajectory-store/memory-trajectory-store.ts";
import { loadEvalSets, openBenchPlaces } from "./eval-sets.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    grow: { type: "string", default: "1000" },
    described: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const [folder] = positionals;
const cacheFolder = join(tmpdir(), "fuxi-bench-cache");
const seed = Number(flags.seed);
const openPlace = openBenchPlaces(cacheFolder);
const sets: TokenSet[] = [];
for (const { name, set: described, measure } of await loadEvalSets(["bird"], folder, cacheFolder)) {
  const set = flags.described ? described : withoutDescriptions(described);
  const tokens = Number(flags.grow);
  sets.push({ name, set, measure });
  sets.push({
    ...{ name: `${name}, grown to ${tokens}`, set, measure },
    openPlace: openGrownPlace(openPlace, { tokens, seed, countTokens, folder: cacheFolder }),
  });
}
sets.push(...(await loadEvalSets(["cinema-db"], folder, cacheFolder)));

/** Prompts of the papers' shape show the schema alone. */
function withoutDescriptions(set: BenchmarkSet): BenchmarkSet {
  const places = Object.entries(set.places).map(([name, { targets }]) => [name, { targets }]);
  return { ...set, places: Object.fromEntries(places) };
}

const started = performance.now();
const report = await measureTokens({
  sets,
  openPlace,
  countTokens,
  stores: () => ({ trajectories: memoryTrajectoryStore(), artifacts: memoryArtifactStore() }),
  seed,
  ...(flags.sample === undefined ? {} : { sample: Number(flags.sample) }),
  signal: new AbortController().signal,
  onProgress: ({ done, questions }) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done}/${questions}`);
  },
});
console.log(tokenTable(report));
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(report, null, 1));
