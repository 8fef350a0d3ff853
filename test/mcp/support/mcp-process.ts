import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { bareEnvironment } from "../../support/bare-environment.ts";
import { linkSamples } from "../../support/shared-samples.ts";

export const ENTRY = fileURLToPath(new URL("serve-cli.ts", import.meta.url));

export const TRANSPORTS = ["stdio", "http"] as const;
export const ERAS = ["2026-07-28", "2025"] as const;

export interface Setting {
  readonly transport: (typeof TRANSPORTS)[number];
  readonly era: (typeof ERAS)[number];
}

/** Each transport and each era once: what the two say to each other is the SDK's. */
export const SETTINGS: readonly Setting[] = [
  { transport: "stdio", era: "2026-07-28" },
  { transport: "http", era: "2025" },
];

/** Answers a form that the server puts: its content, or undefined to decline. */
export type AnswersForm = (form: {
  readonly message: string;
  readonly requestedSchema: unknown;
}) => Readonly<Record<string, string>> | undefined;

export interface McpUnderTest extends AsyncDisposable {
  readonly client: Client;
  /** What the server has written to stderr so far. */
  readonly log: () => string;
  /** Ends the server at once, as a crash would. */
  kill(): Promise<void>;
}

export interface Connecting extends Setting {
  /** Holds caches and stores: the same folder is the same store. */
  readonly folder: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly answers?: AnswersForm;
}

export const environmentIn = (folder: string, env: Readonly<Record<string, string>> = {}) => {
  const all = {
    ...bareEnvironment(),
    FUXI_CACHE_DIR: join(folder, "cache"),
    FUXI_DATA_DIR: join(folder, "data"),
    ...env,
  };
  linkSamples(all.FUXI_CACHE_DIR);
  return all;
};

/** `fuxi mcp …` as a process, with the official client connected to it. */
export async function connectMcp(connecting: Connecting): Promise<McpUnderTest> {
  const { transport, folder, args, env } = connecting;
  const client = clientOf(connecting);
  if (transport === "stdio") {
    const stdio = new StdioClientTransport({
      command: process.execPath,
      args: [ENTRY, "mcp", ...args],
      env: environmentIn(folder, env),
      stderr: "pipe",
    });
    let log = "";
    stdio.stderr?.on("data", (chunk: Buffer) => {
      log += chunk.toString();
    });
    await client.connect(stdio);
    return {
      client,
      log: () => log,
      async kill() {
        if (stdio.pid !== null) process.kill(stdio.pid, "SIGKILL");
        await client.close();
      },
      [Symbol.asyncDispose]: () => client.close(),
    };
  }
  const server = await startHttp(args, folder, env);
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return {
    client,
    log: server.log,
    async kill() {
      server.child.kill("SIGKILL");
      await once(server.child, "exit");
      await client.close().catch(() => {});
    },
    async [Symbol.asyncDispose]() {
      await client.close().catch(() => {});
      if (server.child.exitCode !== null || server.child.signalCode !== null) return;
      server.child.kill("SIGTERM");
      await once(server.child, "exit");
    },
  };
}

export function clientOf({ era, answers }: Pick<Connecting, "era" | "answers">): Client {
  const client = new Client(
    { name: "test", version: "1" },
    {
      capabilities: answers === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === "2025" ? "legacy" : { pin: "2026-07-28" } },
    },
  );
  if (answers !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      const content = answers(params as Parameters<AnswersForm>[0]);
      return content === undefined ? { action: "decline" } : { action: "accept", content: { ...content } };
    });
  }
  return client;
}

export interface HttpServer {
  readonly child: ChildProcess;
  readonly url: string;
  readonly log: () => string;
}

/** `fuxi mcp … --http` on a free port. */
export async function startHttp(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<HttpServer> {
  const child = spawn(process.execPath, [ENTRY, "mcp", ...args, "--http", "--port", "0"], {
    env: environmentIn(folder, env),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      log += chunk.toString();
      const found = /(http:\/\/\S+\/mcp)/u.exec(log)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`fuxi mcp ended with ${code}: ${log}`)));
  });
  return { child, url, log: () => log };
}
