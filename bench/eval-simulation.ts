/**
 * The simulation study: gold with injected faults through the tools, under three ways to run. No language model is asked.
 *
 * node bench/eval-simulation.ts [<data-folder>] [--sample N] [--seed 1] [--set bird,metaqa,cinema-db,cinema-kb] [--class "wrong name",…] [--rate 0,0.1,…]
 *   [--format text|native] [--json FILE] [--svg FILE] [--html FILE] [--text FILE]
 */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import { FAULT_CLASSES } from "../src/evaluation/simulation/fault-class.ts";
import { simulate } from "../src/evaluation/simulation/simulate.ts";
import { simulationPage } from "../src/evaluation/simulation/simulation-page.ts";
import { simulationSvg } from "../src/evaluation/simulation/simulation-svg.ts";
import { simulationText } from "../src/evaluation/simulation/simulation-text.ts";
import { memoryTrajectoryStore } from "../src/trajectory-store/memory-trajectory-store.ts";
import { EVAL_SETS, loadEvalSets, openBenchPlaces } from "./eval-sets.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    set: { type: "string", default: Object.keys(EVAL_SETS).join() },
    class: { type: "string" },
    rate: { type: "string" },
    format: { type: "string", default: "text" },
    json: { type: "string" },
    svg: { type: "string" },
    html: { type: "string" },
    text: { type: "string" },
  },
});
const [folder] = positionals;
const cacheFolder = join(tmpdir(), "fuxi-bench-cache");
const sets = await loadEvalSets(flags.set.split(","), folder, cacheFolder);
const started = performance.now();
const report = await simulate({
  sets,
  openPlace: openBenchPlaces(cacheFolder),
  countTokens,
  stores: () => ({ trajectories: memoryTrajectoryStore(), artifacts: memoryArtifactStore() }),
  seed: Number(flags.seed),
  ...(flags.sample === undefined ? {} : { sample: Number(flags.sample) }),
  ...(flags.class === undefined
    ? {}
    : { classes: FAULT_CLASSES.filter((one) => flags.class?.includes(one)) }),
  ...(flags.rate === undefined ? {} : { rates: flags.rate.split(",").map(Number) }),
  format: flags.format === "native" ? "native" : "text",
  signal: new AbortController().signal,
  onProgress: ({ done, questions }) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done}/${questions}`);
  },
});
console.log(simulationText(report));
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(report, null, 1));
if (flags.svg !== undefined) writeFileSync(flags.svg, simulationSvg(report));
if (flags.html !== undefined) writeFileSync(flags.html, simulationPage(report));
if (flags.text !== undefined) writeFileSync(flags.text, simulationText(report));
