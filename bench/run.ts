/**
 * Runs one benchmark, or lists them.
 *
 * npm run bench                      the list
 * npm run bench -- oracle <folder>   one of them, with its arguments
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

const BENCHMARKS: Readonly<Record<string, string>> = {
  oracle:
    "gold SQL clause by clause through the tools: expressed, refused, row counts, warnings [data-folder]",
  engines:
    "the same questions on every engine: Chinook in four dialects, BIRD's gold on PostgreSQL <data-folder> [--list]",
  "wrong-clause": "queries with one wrong clause: is that clause named? <data-folder | cinema>",
  damage: "damaged queries: is the first suggestion right? <data-folder | cinema>",
  undamaged: "right queries: how many are warned of? <data-folder | cinema> [--limit N] [--verbose]",
  "hangs-on":
    "right queries with their questions: how many are told another reading? <data-folder | cinema> [--limit N] [--verbose]",
  rules:
    "questions answered by the built-in rules, and how many of them right, by set and by rule <data-folder> [--set name,…] [--every N]",
  "kb-oracle":
    "gold relations of MetaQA and PathQuestion through the tools, and what is permitted <data-folder>",
  baselines:
    "the papers' baselines where an oracle decides: gold programs enumerated and bound, examples chosen <data-folder> [--every N] [--list]",
  "same-answers": "random programs: embedded store, Oxigraph and Virtuoso beside one another [data-folder]",
  "triple-store":
    "the embedded store beside a SQLite triple table: relations, neighbours, sets [--triples N,…] [data-folder]",
  "large-schema":
    "all databases in one: are the tables that a question needs in the first prompt? tokens, time <data-folder> [--every N] [--names own] [--misses]",
  "value-index": "a million values: build, exact and fuzzy lookups against brute force",
  "openapi-load": "API documents: operations, faults, refusals, time and memory <data-folder>",
  "operation-search":
    "steps in plain words and the operations they need, three APIs in one pool <data-folder> [--misses]",
  itool: "the bundled Itool set by each item's own solution through the tools [--only ids] [--list]",
  "itool-gold": "computes the answers of an Itool set on the sample API <items.json> [<answers.json>]",
  mcp: "the MCP server beside DBHub and beside the SDK alone: start, calls, large results, tokens [sqlite-file]",
  figures:
    "figures of reports over the sample: sound ones flagged, planted errors caught [--seed N] [--sound N] [--each N] [--list]",
};

const [name, ...rest] = process.argv.slice(2);
if (name === undefined || !Object.hasOwn(BENCHMARKS, name)) {
  const width = Math.max(...Object.keys(BENCHMARKS).map((each) => each.length));
  if (name !== undefined) console.error(`There is no benchmark "${name}".\n`);
  for (const [each, what] of Object.entries(BENCHMARKS)) console.log(`${each.padEnd(width)}  ${what}`);
  process.exit(name === undefined ? 0 : 64);
}
const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...rest], {
  stdio: "inherit",
});
child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
