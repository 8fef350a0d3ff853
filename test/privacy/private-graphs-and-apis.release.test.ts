import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { ServerTurn } from "../../src/testing/scripted-openai-server.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { cliIn } from "../cli/cli-fixture.ts";
import { scriptedCli } from "../cli/scripted-cli.ts";
import { connectMcp } from "../mcp/support/mcp-process.ts";
import { startOxigraph } from "../support/oxigraph-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { API_CALLS, API_FLAGS, DENIED, MASKED, SEEN, startPrivateApi } from "./private-api.ts";
import { GRAPH, GRAPH_CALLS, GRAPH_FLAGS } from "./private-graph-file.ts";
import { canariesIn, filesUnder, PLACES, type Traces } from "./traces.ts";

interface Made {
  readonly target: string;
  readonly flags: readonly string[];
  drop(): Promise<void>;
}

interface Kind {
  readonly name: string;
  readonly flags: readonly string[];
  readonly calls: readonly (readonly [tool: string, given: JsonObject])[];
  /** Something that is seen all the same. */
  readonly seen: string;
  /** What it keeps of itself where there are no rules; an endpoint is not kept. */
  make(folder: string): Promise<Made>;
}

const KINDS: readonly Kind[] = [
  {
    name: "a graph in a file",
    flags: GRAPH_FLAGS,
    calls: GRAPH_CALLS,
    seen: "Anna",
    async make(folder) {
      const target = join(folder, "people.nt");
      writeFileSync(target, GRAPH);
      return { target, flags: [], drop: async () => {} };
    },
  },
  {
    name: "a SPARQL endpoint",
    flags: GRAPH_FLAGS,
    calls: GRAPH_CALLS,
    seen: "Anna",
    async make() {
      const server = await startOxigraph(GRAPH);
      return { target: `sparql:${server.url}`, flags: [], drop: () => server.stop() };
    },
  },
  {
    name: "a REST API",
    flags: API_FLAGS,
    calls: API_CALLS,
    seen: SEEN,
    async make(folder) {
      const api = await startPrivateApi();
      const path = join(folder, "people.json");
      writeFileSync(path, JSON.stringify(api.document));
      return { target: path, flags: ["--trust-host", api.host], drop: () => api.close() };
    },
  },
];

async function everything(
  { make, calls: every }: Kind,
  rules: readonly string[],
  scripted: ReturnType<typeof scriptedCli>,
): Promise<Traces> {
  const folder = temporaryFolder();
  const kept = join(folder, "kept");
  mkdirSync(kept);
  const { target, flags, drop } = await make(folder);
  // Without rules a few show that it would be seen.
  const calls = rules.length === 0 ? every.slice(0, 40) : every;
  const all = [...flags, ...rules];
  const env = { FUXI_CACHE_DIR: join(kept, "cache"), FUXI_DATA_DIR: join(kept, "data") };
  const fuxi = cliIn(kept);
  const screen: string[] = [];
  const prompts: string[] = [];
  const mcp: string[] = [];
  try {
    screen.push(JSON.stringify(await fuxi("tools", target, "--json", ...all)));
    screen.push(JSON.stringify(await fuxi("index", target, "--yes", ...all)));
    const workspace = join(folder, "draft.json");
    for (const [name, given] of calls.slice(0, 8)) {
      const words = [
        "--file",
        workspace,
        ...Object.entries(given).map(([key, value]) => `${key}=${wordOf(value)}`),
      ];
      screen.push(JSON.stringify(await fuxi("call", target, name, ...words, ...all)));
    }
    const turns: readonly ServerTurn[] = [
      ...calls.map(([name, given]) => ({ calls: [{ name, arguments: given }] })),
      { text: "Final Answer: #0" },
    ];
    for (const [from, to] of [
      [0, 40],
      [40, 80],
      [80, 200],
    ] as const) {
      if (from > calls.length) break;
      const some = [
        ...(calls[0] === undefined ? [] : turns.slice(0, 1)),
        ...turns.slice(Math.max(1, from), to),
      ];
      const answered = await scripted
        .with(env)
        .run(some, "ask", target, "What is there?", "--max-steps", "120", "--json", ...all);
      screen.push(JSON.stringify(answered));
      prompts.push(JSON.stringify(scripted.requests().map(({ body }) => body)));
    }
    const server = await connectMcp({
      transport: "http",
      era: "2026-07-28",
      folder: kept,
      args: [target, ...all],
    });
    try {
      const { tools } = await server.client.listTools();
      mcp.push(server.client.getInstructions() ?? "", JSON.stringify(tools));
      let workspaceHandle = "";
      const take = async (name: string, given: JsonObject): Promise<void> => {
        const result = await server.client
          .callTool({ name, arguments: { ...given } })
          .catch((error: unknown) => ({ error: String(error) }));
        mcp.push(JSON.stringify(result));
        const { structuredContent } = result as { structuredContent?: { workspace?: string } };
        workspaceHandle = structuredContent?.workspace ?? workspaceHandle;
      };
      await take("open_workspace", { question: "What is there?" });
      for (const [name, given] of calls) await take(name, { ...given, workspace: workspaceHandle });
    } finally {
      await server.kill();
      mcp.push(server.log());
    }
  } finally {
    await drop();
  }
  return { screen: screen.join(), prompts: prompts.join(), stored: filesUnder(kept), mcp: mcp.join() };
}

const wordOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

describe.each(KINDS)("What is private in $name", (kind) => {
  const scripted = scriptedCli(cliIn(temporaryFolder()));
  let open: Traces;
  let restricted: Traces;

  beforeAll(async () => {
    open = await everything(kind, [], scripted);
    restricted = await everything(kind, kind.flags, scripted);
  }, 280_000);

  test.each(PLACES)("stands in the %s while there are no rules", (place) => {
    expect(canariesIn(open[place], [DENIED, MASKED])).toEqual([DENIED, MASKED]);
  });

  test.each(PLACES)("is not in the %s under rules", (place) => {
    expect(restricted[place].length).toBeGreaterThan(1000);
    expect(canariesIn(restricted[place], [DENIED, MASKED])).toEqual([]);
  });

  test("leaves the rest to be seen, with *** in place of what is masked", () => {
    for (const place of PLACES) {
      expect(restricted[place]).toContain(kind.seen);
      expect(restricted[place]).toContain("***");
    }
  });
});
