import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { CliIo } from "../cli-io.ts";

/** Serves the parent process over stdio, until it closes our input or this process is told to stop. */
export async function serveOverStdio(
  factory: McpServerFactory,
  io: CliIo,
  announce: (where: string) => void,
): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
    io.signal.addEventListener("abort", () => resolve(), { once: true });
    if (io.signal.aborted) resolve();
  });
  const handle = serveStdio(factory, {
    onerror: (error) => {
      if (io.env["FUXI_DEBUG"] !== undefined) io.err(`${error.stack ?? error.message}\n`);
    },
  });
  announce("over stdio");
  await gone;
  await handle.close();
}
