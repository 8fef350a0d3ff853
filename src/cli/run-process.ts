import { chmodSync, mkdirSync } from "node:fs";
import { enableCompileCache, getCompileCacheDir } from "node:module";
import { join } from "node:path";
import pc from "picocolors";
import { defaultFolders } from "../util/default-folders.ts";
import type { CliIo } from "./cli-io.ts";

/** Entry of the `fuxi` command: wires the real process to `runCli`. A second interrupt ends the process at once. */
export async function runProcess(): Promise<void> {
  // Files created from here on, also by SQLite and DuckDB, are accessible to their owner only.
  process.umask(0o077);
  const abort = new AbortController();
  const interrupt = (): void => {
    if (abort.signal.aborted) process.exit(130);
    process.stderr.write(`${pc.dim("stopping … (once more to quit at once)")}\n`);
    abort.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  // A reader that closes the pipe (`fuxi … | head`) is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  keepCompiledCode();
  const { runCli } = await import("./run-cli.ts");
  process.exitCode = await runCli(process.argv.slice(2), defaultCliIo(abort.signal));
}

/** Caches compiled modules for the next command. Does nothing if the folder is not writable. */
function keepCompiledCode(): void {
  const folder = join(defaultFolders(process.env).cache, "compiled");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enableCompileCache(folder);
    // Node creates this folder readable for everybody.
    const made = getCompileCacheDir();
    if (made !== undefined) chmodSync(made, 0o700);
  } catch {
    // Without the cache, the next command only starts slower.
  }
}

function defaultCliIo(signal: AbortSignal): CliIo {
  const plain = process.argv.includes("--no-color") || !process.stderr.isTTY;
  return {
    out: (content) => void process.stdout.write(content),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    signal,
    interactive: process.stderr.isTTY === true,
    outIsTerminal: process.stdout.isTTY === true,
    answers: process.stderr.isTTY === true && process.stdin.isTTY === true,
    // The terminal may be resized while a line is redrawn.
    get width() {
      return process.stderr.columns ?? 100;
    },
    colors: pc.createColors(pc.isColorSupported && !plain),
  };
}
