import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

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
  return { name: "echo", args: [file(`bench/mcp/echo-${carrier}.ts`)], env };
}
