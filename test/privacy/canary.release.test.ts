import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { ServerTurn } from "../../src/testing/scripted-openai-server.ts";
import { cliIn } from "../cli/cli-fixture.ts";
import { scriptedCli } from "../cli/scripted-cli.ts";
import {
  type Engine,
  enginesAndFiles,
  MASKED,
  policyFor,
  SECRET,
} from "../environments/database/privacy/engines.ts";
import { hostileQueries } from "../environments/database/privacy/hostile-queries.ts";
import { connectMcp } from "../mcp/support/mcp-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { canariesIn, filesUnder, PLACES, type Traces } from "./traces.ts";

const TOOLS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["describe_tables", { tables: "users, secrets, people, contacts" }],
  ["get_distinct_values", { table: "users", column: "email" }],
  ["get_distinct_values", { table: "users", column: "ssn", like: "CAN" }],
  ["get_distinct_values", { table: "secrets", column: "word" }],
  ["get_distinct_values", { table: "people", column: "shout" }],
  ["is_value_in_column", { table: "users", column: "email", value: "QUAIL" }],
  ["get_date_format", { table: "users", column: "email" }],
  ["find_columns_containing_value", { value: "QUAIL" }],
  ["find_columns_containing_value_fuzzy", { value: "quail example" }],
  ["find_columns_containing_value_fuzzy", { value: "canary word" }],
  ["search_by_SQL", { query: "SELECT * FROM users" }],
  ["check_query", { query: "SELECT email, ssn FROM users JOIN secrets ON secrets.user_id = users.id" }],
  ["check_query", { query: "SELECT id FROM users WHERE email = 'QUAIL'" }],
  ["from", { from_statement: "users JOIN secrets ON secrets.user_id = users.id" }],
  ["find_join_path", { tables: "notes, secrets" }],
];

/** Calls beside each other. */
const AT_ONCE = 8;

const turn = (name: string, args: Readonly<Record<string, string>>): ServerTurn => ({
  calls: [{ name, arguments: { ...args } }],
});

async function everything(
  engine: Engine,
  { folder, flags }: { readonly folder: string; readonly flags: readonly string[] },
  scripted: ReturnType<typeof scriptedCli>,
): Promise<Traces> {
  const { target, drop } = await engine.make(folder);
  const kept = join(folder, "kept");
  const fuxi = cliIn(kept);
  const env = { FUXI_CACHE_DIR: join(kept, "cache"), FUXI_DATA_DIR: join(kept, "data") };
  const screen: string[] = [];
  const prompts: string[] = [];
  const mcp: string[] = [];
  const say = async (...words: readonly string[]): Promise<void> => {
    screen.push(JSON.stringify(await fuxi(...words, ...flags)));
  };
  const ask = async (turns: readonly ServerTurn[], ...words: readonly string[]): Promise<string> => {
    const result = await scripted.with(env).run(turns, ...words, ...flags);
    screen.push(JSON.stringify(result));
    prompts.push(JSON.stringify(scripted.requests().map(({ body }) => body)));
    return result.out + result.err;
  };
  try {
    // Without a policy a few show that it would be seen.
    const isOpen = flags.length === 0;
    await say("index", target, "--yes");
    await say("tools", target, "--json");
    for (const [name, args] of TOOLS.slice(0, 4))
      await say("call", target, name, ...Object.entries(args).map(([key, value]) => `${key}=${value}`));
    const hostile = hostileQueries(engine.name, engine.home);
    const turns = [
      ...TOOLS.map(([name, args]) => turn(name, args)),
      ...hostile.slice(0, 12).map((query) => turn("search_by_SQL", { query })),
      turn("final_answer", { answer: "done", query: "SELECT * FROM users", sql: "SELECT * FROM users" }),
    ];
    await ask(turns, "ask", target, "Which e-mail addresses and words are there?", "--max-steps", "40");
    if (!isOpen) await ask(turns, "ask", target, "Which words are there?", "--json", "--max-steps", "40");
    // The model's server fails in the middle of a run, which is then taken up again.
    const stopped = await ask(
      [turns[10] as ServerTurn, { failure: { status: 400, message: "broken" } }],
      "ask",
      target,
      "Which words are there?",
    );
    const run = /fuxi resume (\S+)/u.exec(stopped)?.[1];
    expect(run).toBeDefined();
    await ask(turns.slice(12), "resume", run ?? "", target);
    const server = await connectMcp({
      transport: "http",
      era: "2026-07-28",
      folder: kept,
      args: [target, ...flags],
    });
    try {
      mcp.push(JSON.stringify(await server.client.listTools()));
      const listed = (await server.client.listTools()).tools.map(({ name }) => name);
      const tries = isOpen ? hostile.slice(0, 12) : hostile;
      const statements = tries.map((query) => ["search_by_SQL", { query }] as const);
      const tried = async ([name, args]: (typeof TOOLS)[number]): Promise<string> => {
        const called = listed.find((each) => each === name || each.endsWith(`_${name}`)) ?? name;
        const result = server.client.callTool({ name: called, arguments: { ...args } });
        return JSON.stringify(await result.catch((error: unknown) => String(error)));
      };
      const all = [...TOOLS, ...statements];
      for (let at = 0; at < all.length; at += AT_ONCE)
        mcp.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(tried))));
    } finally {
      await server.kill();
      mcp.push(server.log());
    }
  } finally {
    await drop();
  }
  return { screen: screen.join(), prompts: prompts.join(), stored: filesUnder(kept), mcp: mcp.join() };
}

describe.each(enginesAndFiles)("What is denied or masked in $name", (engine) => {
  const scripted = scriptedCli(cliIn(temporaryFolder()));
  let open: Traces;
  let restricted: Traces;

  beforeAll(async () => {
    const { deny = [], mask = [] } = policyFor(engine.name);
    const flags = [...deny.flatMap((name) => ["--deny", name]), ...mask.flatMap((name) => ["--mask", name])];
    open = await everything(engine, { folder: temporaryFolder(), flags: [] }, scripted);
    restricted = await everything(engine, { folder: temporaryFolder(), flags }, scripted);
  }, 280_000);

  test.each(PLACES)("stands in the %s while there is no policy", (place) => {
    expect(canariesIn(open[place], [SECRET, MASKED])).toEqual([SECRET, MASKED]);
  });

  test.each(PLACES)("is not in the %s under one", (place) => {
    expect(restricted[place].length).toBeGreaterThan(1000);
    expect(canariesIn(restricted[place], [SECRET, MASKED])).toEqual([]);
  });

  test("leaves the rest to be seen", () => {
    for (const place of PLACES) expect(restricted[place]).toContain("Ada");
  });
});
