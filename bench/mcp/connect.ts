import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** The protocol of 2025 with its `initialize`, or the revision 2026-07-28. */
export const ERAS = ["legacy", "modern"] as const;
export type Era = (typeof ERAS)[number];

export interface Connected extends AsyncDisposable {
  readonly client: Client;
  /** Of the server. */
  readonly pid: number | undefined;
}

/** The client asks a server of its own class for its revision in a process that it throws away; one of a subclass is asked in its place. */
class OneProcess extends StdioClientTransport {}

/** Starts the server and connects the official client to it. */
export async function overStdio({ args, env }: ServerProcess, era: Era): Promise<Connected> {
  const transport = new OneProcess({
    command: process.execPath,
    args: [...args],
    env: { ...env },
    stderr: "ignore",
    maxBufferSize: 64 * 1024 * 1024,
  });
  return connected(transport, era, () => transport.pid ?? undefined);
}

interface HttpServer extends AsyncDisposable {
  readonly url: string;
  readonly pid: number | undefined;
}

/** A server that says on stderr at which URL it listens. */
export async function startHttp({ args, env }: ServerProcess): Promise<HttpServer> {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  const url = await saidUrl(child);
  return {
    url,
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill();
    },
  };
}

async function saidUrl(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
    const url = /http:\/\/\S+\/mcp/u.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error("The server ended before it listened.");
}

export function overHttp({ url, pid }: HttpServer, era: Era): Promise<Connected> {
  return connected(new StreamableHTTPClientTransport(new URL(url)), era, () => pid);
}

async function connected(transport: Transport, era: Era, pid: () => number | undefined): Promise<Connected> {
  const pinned = era === "modern" ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {};
  const client = new Client({ name: "bench", version: "1" }, pinned);
  await client.connect(transport);
  return { client, pid: pid(), [Symbol.asyncDispose]: () => client.close() };
}

/** A server as a process of Node: the file that is run, and its arguments. */
export interface ServerProcess {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Kept between runs, so that the sample is made once. */
export const BENCH_FOLDER = join(tmpdir(), "fuxi-bench-mcp");

const env = {
  PATH: process.env["PATH"] ?? "",
  HOME: BENCH_FOLDER,
  FUXI_CACHE_DIR: join(BENCH_FOLDER, "cache"),
  FUXI_DATA_DIR: join(BENCH_FOLDER, "data"),
};

/** `fuxi mcp` as it is installed: from `dist`. */
export function fuxi(target: string, ...flags: readonly string[]): ServerProcess {
  return { name: "fuxi", args: [file("bin/fuxi.mjs"), "mcp", target, ...flags], env };
}

export function dbhub(path: string): ServerProcess {
  const entry = file("node_modules/@bytebase/dbhub/dist/index.js");
  return { name: "DBHub", args: [entry, "--transport", "stdio", "--dsn", `sqlite://${path}`], env };
}

export function echo(carrier: "stdio" | "http"): ServerProcess {
  return { name: "echo", args: [file("bench/mcp/echo-server.ts"), carrier], env };
}

/** The handle of a new workspace. */
export async function openWorkspace(client: Client): Promise<string> {
  const opened = await client.callTool({ name: "open_workspace", arguments: {} });
  return (opened.structuredContent as { readonly workspace: string }).workspace;
}
