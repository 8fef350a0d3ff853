/**
 * Lets a language model behind an OpenAI-compatible server answer questions of BIRD with nothing but the tools of `fuxi mcp`, as the official
 * client hands them on, and reports execution accuracy, calls and tokens.
 *
 * npm run bench -- mcp-llm <data-folder> --model-url URL [--model NAME] [--tools minimal|all] [--sample 20] [--seed 1] [--parallel 4]
 *   [--knowledge] [--steps 20] [--slice 1/2] [--out FILE] [--model-per-question]
 *
 * The query that counts is that of the last answer handed in by `conclude`; without one, the last query that ran.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { generateText, isStepCount, jsonSchema, type ToolSet, tool } from "ai";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { Agent, fetch } from "undici";
import { executionMatch } from "../src/evaluation/scores/sql/execution-match.ts";
import type { Json } from "../src/util/json.ts";
import { type GoldQuestion, readGoldQuestions } from "./gold-questions.ts";
import { seededSample } from "./seeded-sample.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "model-url": { type: "string" },
    model: { type: "string", default: "default" },
    "model-per-question": { type: "boolean", default: false },
    tools: { type: "string", default: "minimal" },
    sample: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    parallel: { type: "string", default: "4" },
    steps: { type: "string", default: "20" },
    slice: { type: "string", default: "1/1" },
    knowledge: { type: "boolean", default: false },
    out: { type: "string" },
  },
});
const [folder] = positionals;
const url = flags["model-url"];
if (folder === undefined || url === undefined) {
  console.error("Usage: npm run bench -- mcp-llm <data-folder> --model-url URL [--tools minimal|all]");
  process.exit(64);
}

/** Whoever answers may be a person: no reply is too slow. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
const sent = new Map<string, number>();
const patientFetch: typeof globalThis.fetch = async (input, init) => {
  const body = String(init?.body ?? "");
  const { model } = JSON.parse(body) as { model: string };
  sent.set(model, (sent.get(model) ?? 0) + encode(body).length);
  return (await fetch(String(input), { ...(init as object), dispatcher: patient })) as unknown as Response;
};
const provider = createOpenAICompatible({ name: "bench", baseURL: url, fetch: patientFetch });
const bin = fileURLToPath(new URL("../bin/fuxi.mjs", import.meta.url));
const stores = mkdtempSync(join(tmpdir(), "fuxi-mcp-llm-"));

interface Call {
  readonly tool: string;
  readonly failed: boolean;
  readonly text: string;
  readonly sql?: string;
}

interface Report {
  readonly id: string;
  readonly question: string;
  readonly gold: string;
  readonly sql: string | undefined;
  readonly handedIn: boolean;
  readonly right: boolean;
  readonly rounds: number;
  readonly calls: readonly Call[];
  /** Of all requests of the question, counted with o200k_base over what was sent; questions that run at once need models of their own. */
  readonly inputTokens: number;
  readonly answer: string;
}

function rowsOf(file: string, sql: string): Json[][] {
  const database = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true });
  try {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement.all() as unknown as Json[][];
  } finally {
    database.close();
  }
}

/** The database with its description files beside it, as BIRD hands them out. */
function placed({ db, file, descriptions }: GoldQuestion): string {
  const place = join(stores, "databases", db);
  const path = join(place, `${db}.sqlite`);
  if (existsSync(path)) return path;
  mkdirSync(place, { recursive: true });
  if (descriptions !== undefined) symlinkSync(resolve(descriptions), join(place, "database_description"));
  symlinkSync(resolve(file), path);
  return path;
}

async function connect(file: string): Promise<Client> {
  const client = new Client(
    { name: "bench", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bin, "mcp", file, "--tools", flags.tools, "--quiet"],
      env: {
        PATH: process.env["PATH"] ?? "",
        FUXI_DATA_DIR: join(stores, "data"),
        FUXI_CACHE_DIR: join(tmpdir(), "fuxi-bench-cache"),
      },
    }),
  );
  return client;
}

async function toolsOf(client: Client, calls: Call[]): Promise<ToolSet> {
  const { tools } = await client.listTools();
  return Object.fromEntries(
    tools.map(({ name, description = "", inputSchema }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(inputSchema as Parameters<typeof jsonSchema>[0]),
        execute: async (input) => {
          const given = input as Record<string, unknown>;
          const result = await client.callTool({ name, arguments: given });
          const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
          const data = (result.structuredContent ?? {}) as {
            evidence?: { sql?: string };
            sql?: string;
          };
          const ran = typeof given["query"] === "string" ? given["query"] : undefined;
          const sql = data.evidence?.sql ?? data.sql ?? ran;
          const failed = result.isError === true;
          calls.push({ tool: name, failed, text, ...(sql === undefined || failed ? {} : { sql }) });
          return text;
        },
      }),
    ]),
  );
}

async function ask(gold: GoldQuestion, n: number): Promise<Report> {
  const client = await connect(placed(gold));
  const calls: Call[] = [];
  try {
    const name = flags["model-per-question"] ? `${flags.model}-${n}` : flags.model;
    const hint = flags.knowledge && gold.knowledge ? `\n(Given with the question: ${gold.knowledge})` : "";
    const before = sent.get(name) ?? 0;
    const { text, steps } = await generateText({
      model: provider(name),
      instructions: `You answer the user's question with the tools of an MCP server, which says of itself: ${client.getInstructions() ?? ""}\nWhen you have handed in the answer with conclude, reply with it in one sentence.`,
      prompt: `${gold.question}${hint}`,
      tools: await toolsOf(client, calls),
      stopWhen: isStepCount(Number(flags.steps)),
      temperature: 0,
      maxRetries: 0,
    });
    const handedIn = calls.findLast((call) => call.tool === "conclude" && call.sql !== undefined);
    const sql = (handedIn ?? calls.findLast((call) => call.sql !== undefined))?.sql;
    return {
      id: gold.id,
      question: gold.question,
      gold: gold.sql,
      sql,
      handedIn: handedIn !== undefined,
      right: sql !== undefined && executionMatch(rowsOf(gold.file, sql), rowsOf(gold.file, gold.sql)),
      rounds: steps.length,
      calls,
      inputTokens: (sent.get(name) ?? 0) - before,
      answer: text,
    };
  } finally {
    await client.close();
  }
}

const [part = 1, parts = 1] = flags.slice.split("/").map(Number);
const questions = seededSample(
  readGoldQuestions(folder).filter(({ set }) => set === "bird"),
  Number(flags.sample),
  Number(flags.seed),
).filter((_, at) => at % parts === part - 1);
/** What an earlier, broken-off run has found. */
const reports: Report[] =
  flags.out !== undefined && existsSync(flags.out)
    ? (JSON.parse(readFileSync(flags.out, "utf8")) as Report[])
    : [];
let next = 0;
async function worker(): Promise<void> {
  for (let at = next++; at < questions.length; at = next++) {
    const gold = questions[at];
    if (gold === undefined) return;
    if (reports.some(({ id }) => id === gold.id)) continue;
    const report = await ask(gold, at + 1);
    reports.push(report);
    const failed = report.calls.filter((call) => call.failed).length;
    console.log(
      `${reports.length}/${questions.length} ${report.id} ${report.right ? "right" : "wrong"}${report.handedIn ? "" : " (not handed in)"} ${report.rounds} rounds, ${failed}/${report.calls.length} calls failed, ${report.inputTokens} tokens`,
    );
    if (flags.out !== undefined) writeFileSync(flags.out, JSON.stringify(reports, null, 2));
  }
}
try {
  await Promise.all(Array.from({ length: Number(flags.parallel) }, worker));
} finally {
  rmSync(stores, { recursive: true, force: true });
}
const total = (pick: (report: Report) => number): number =>
  reports.reduce((sum, report) => sum + pick(report), 0);
const n = reports.length;
console.log(
  `\n${flags.tools}: EX ${total((r) => Number(r.right))}/${n}, handed in ${total((r) => Number(r.handedIn))}/${n}; calls ${total((r) => r.calls.length)}, failed ${total((r) => r.calls.filter((call) => call.failed).length)}`,
);
console.log(
  `per question: ${(total((r) => r.rounds) / n).toFixed(1)} rounds, ${(total((r) => r.calls.length) / n).toFixed(1)} calls, ${Math.round(total((r) => r.inputTokens) / n)} input tokens (o200k_base, requests as sent)`,
);
