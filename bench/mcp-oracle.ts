/**
 * The oracle behind an MCP client: each gold query of BIRD is handed in over `fuxi mcp` with a profile's tools alone, and what comes back, whole,
 * is held against the engine's own rows.
 *
 * npm run bench -- mcp-oracle <data-folder> [--tools minimal|build|all]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { executionMatch } from "../src/evaluation/scores/sql/execution-match.ts";
import type { Json } from "../src/util/json.ts";
import { type GoldQuestion, readGoldQuestions } from "./gold-questions.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { tools: { type: "string", default: "minimal" } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("Usage: npm run bench -- mcp-oracle <data-folder> [--tools minimal]");
  process.exit(64);
}
const stores = mkdtempSync(join(tmpdir(), "fuxi-mcp-oracle-"));
const bin = fileURLToPath(new URL("../bin/fuxi.mjs", import.meta.url));

async function connect(file: string): Promise<Client> {
  const client = new Client(
    { name: "oracle", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bin, "mcp", file, "--tools", flags.tools, "--quiet", "--query-timeout", "120"],
      env: {
        PATH: process.env["PATH"] ?? "",
        FUXI_DATA_DIR: join(stores, "data"),
        FUXI_CACHE_DIR: join(tmpdir(), "fuxi-bench-cache"),
      },
    }),
  );
  return client;
}

function goldRows({ file, sql }: GoldQuestion): Json[][] {
  const database = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true });
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const rows = statement.all() as unknown as Json[][];
  database.close();
  return rows;
}

interface Structured {
  readonly workspace?: string;
  readonly rows?: Json[][];
  readonly total?: number;
  readonly full?: string;
}

async function answer(client: Client, { question, sql }: GoldQuestion): Promise<Json[][] | string> {
  const options = { timeout: 300_000 };
  const call = async (name: string, args: Record<string, unknown>): Promise<Structured | string> => {
    const result = await client.callTool({ name, arguments: args }, options);
    if (result.isError !== true) return (result.structuredContent ?? {}) as Structured;
    return result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  };
  const opened = await call("open_workspace", { question });
  if (typeof opened === "string") return opened;
  const checked = await call("check_query", { workspace: opened.workspace, query: sql });
  if (typeof checked === "string") return checked;
  const concluded = await call("conclude", { workspace: checked.workspace });
  if (typeof concluded === "string") return concluded;
  if (concluded.full === undefined) return concluded.rows ?? [];
  const { contents } = await client.readResource({ uri: concluded.full });
  const [{ text = "" } = {}] = contents as readonly { text?: string }[];
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Json[]);
}

const questions = readGoldQuestions(folder).filter(({ set }) => set === "bird");
let right = 0;
const wrong: string[] = [];
try {
  for (const file of new Set(questions.map((each) => each.file))) {
    const client = await connect(file);
    for (const gold of questions.filter((each) => each.file === file)) {
      const rows = await answer(client, gold);
      if (typeof rows !== "string" && executionMatch(rows, goldRows(gold))) right++;
      else wrong.push(`${gold.id}: ${typeof rows === "string" ? rows : "other rows"}`);
    }
    await client.close();
  }
} finally {
  rmSync(stores, { recursive: true, force: true });
}
console.log(
  `${flags.tools}: ${right} of ${questions.length} gold queries handed in with the gold's rows (${((100 * right) / questions.length).toFixed(1)} %)`,
);
for (const line of wrong) console.log(`  ${line.split("\n")[0]}`);
