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
    "gold SQL, clause by clause, through the tools: expressed, refused, row counts, warnings [data-folder]",
  engines:
    "the same questions on every engine: Chinook in four dialects, BIRD's gold on PostgreSQL <data-folder> [--list]",
  "wrong-clause": "queries with one wrong clause: is that clause named? <data-folder | cinema>",
  damage: "damaged queries: is the first suggestion right? <data-folder | cinema>",
  undamaged: "right queries: how many are warned of? <data-folder | cinema>",
  "built-in": "questions answered by the built-in rules, and how many of them right <data-folder>",
  permitted:
    "texts of gold queries whose lookup is among the permitted actions of a fresh workspace <data-folder>",
  "triple-store":
    "the embedded store beside a SQLite triple table: relations, neighbours, sets [--triples N,…] [data-folder]",
  "kb-built-in":
    "questions about knowledge bases answered by the built-in rules, and how many of them right <data-folder>",
  "value-index": "a million values: build, exact and fuzzy lookups against brute force",
  stores: "the shared store on PostgreSQL beside the SQLite file [postgres-url] [--events N]",
  encodings: "text in encodings that nobody named: guessed right, doubted, silently wrong [--list]",
  "label-search":
    "entities by name: a million made-up ones, MetaQA, FB15k-237 [data-folder | -] [names] [queries]",
  "argmax-virtuoso": "superlatives of the embedded store beside Virtuoso [--triples N]",
  "openapi-load": "API documents: operations, faults, refusals, time and memory <data-folder>",
  "triple-load": "generated triples: load, memory, disk, reopen [--triples N]",
  "sql-reader": "the SQL reader against sqlite3-parser and the engine's bytecode <data-folder>",
  "eval-simulation":
    "gold with injected faults, with and without error feedback and decoupled: success, tokens, rounds [data-folder] [--sample N]",
  "eval-tokens":
    "input tokens of the oracle's trajectories beside prompts of the papers' shape [data-folder] [--sample N]",
  "tool-tokens": "what the tools of each kind of environment cost in a list of tools, in o200k tokens",
  agentbench: "AgentBench's action lists against their S-expressions <data-folder>",
  "kb-oracle":
    "gold relations of MetaQA and PathQuestion through the tools, and what is permitted <data-folder>",
  "eval-kb":
    "MetaQA and PathQuestion as benchmarks: the oracle's programs through the tools, scored <data-folder> [--every N] [--list]",
  "cinema-oracle": "the sample's questions by their gold programs, and what is permitted [--list]",
  "hand-over": "the sample's questions that need knowledge base and database, and what crosses",
  "same-answers": "random programs: embedded store, Oxigraph and Virtuoso beside one another [data-folder]",
  "restbench-requests":
    "RestBench's gold operations as requests: filled ones pass, lacking ones are refused <data-folder>",
  "eval-scores":
    "golds of BIRD and Spider against themselves, and beside the published evaluators <data-folder> [--official <folder>]",
  itool:
    "an Itool set on the sample API, by a model or by each item's own solution [--strategy …] [--model-url URL] [--list]",
  "itool-gold": "computes the answers of an Itool set on the sample API <items.json> [<answers.json>]",
  extract: "programs and selections over a response of many rows: time and memory beside JSON.parse [rows]",
  asking:
    "unclear questions and follow-ups over the sample: when is asked, and what comes of it [--list] [--half odd|even]",
  "simulated-user":
    "the user of `fuxi eval --ask`, asked about every one to three words that are unclear <benchmark> [data-folder] [--sample N] [--list]",
  "operation-search":
    "steps in plain words and the operations they need, three APIs in one pool <data-folder> [--misses]",
  "kb-llm": "a language model on knowledge bases, by react or decoupled <data-folder> --model-url URL",
  mcp: "the MCP server beside DBHub and beside the SDK alone: start, calls, large results, tokens [sqlite-file]",
  "mcp-llm": "a language model with nothing but the tools of fuxi mcp, on BIRD <data-folder> --model-url URL",
  "mcp-oracle":
    "gold queries of BIRD handed in over fuxi mcp with the tools of one profile <data-folder> [--tools minimal]",
  "long-form-tokens":
    "what reports cost: tokens of sequential, iterative and no-interaction on five questions over the sample",
  figures:
    "figures of reports over the sample: sound ones flagged, planted errors caught [--seed N] [--sound N] [--each N] [--list]",
  report:
    "the page of a report in Chromium: size, first paint, filters, trajectories [--results N] [--out folder]",
  "peer-review":
    "written trajectories with and without planted defects, judged by a language model --model-url URL [--list]",
  llm: "a language model behind an OpenAI-compatible server <data-folder> --model-url URL",
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
