/**
 * The MCP server beside DBHub and beside the SDK alone, in one run and over one SQLite file: how long a start takes, a call, a large result and a
 * hundred calls at once, and what the list of tools costs. Needs a build (`npm run build`). Times are of the machine as it is: the ratios count.
 *
 * npm run bench -- mcp [sqlite-file] [--starts 9] [--calls 500] [--only start,calls,tokens,rows]
 */
import { existsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureCinemaSample } from "../src/samples/cinema/ensure-cinema-sample.ts";
import { calls } from "./mcp/calls.ts";
import { largeResults } from "./mcp/large-results.ts";
import { listedTokens } from "./mcp/listed-tokens.ts";
import { sampleValues } from "./mcp/sample-values.ts";
import { BENCH_FOLDER } from "./mcp/server-process.ts";
import { startToAnswer } from "./mcp/start-to-answer.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    starts: { type: "string", default: "9" },
    calls: { type: "string", default: "500" },
    only: { type: "string", default: "start,calls,tokens,rows" },
  },
});
const given = positionals[0];
const path = given === undefined ? ensureCinemaSample(join(BENCH_FOLDER, "cache")).database : resolve(given);
if (!existsSync(path)) {
  console.error(`There is no file ${path}.`);
  process.exit(64);
}
const sample = sampleValues(path);
const only = flags.only.split(",");
const [load] = loadavg();
console.log(
  `${availableParallelism()} cores, load ${load?.toFixed(1)}, Node ${process.versions.node}, column ${sample.table}.${sample.column}`,
);
if (only.includes("start")) await startToAnswer(path, sample.largest.table, Number(flags.starts));
if (only.includes("calls")) await calls(path, sample, Number(flags.calls));
if (only.includes("tokens")) await listedTokens(path);
if (only.includes("rows")) await largeResults(path, sample);
