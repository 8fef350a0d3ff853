import pc from "picocolors";
import { defaultCliIo } from "./default-cli-io.ts";
import { runCli } from "./run-cli.ts";

/** Entry of the `fuxi` command: wires the real process to `runCli`. A second interrupt ends the process at once. */
export async function runProcess(): Promise<void> {
  const abort = new AbortController();
  const interrupt = (): void => {
    if (abort.signal.aborted) process.exit(130);
    process.stderr.write(`${pc.dim("stopping … (once more to quit at once)")}\n`);
    abort.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  // A reader that goes away (`fuxi … | head`) is no failure of ours.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  process.exitCode = await runCli(process.argv.slice(2), defaultCliIo(abort.signal));
}
