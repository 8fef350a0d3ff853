import { CommanderError } from "commander";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { CliIo } from "./cli-io.ts";
import { createProgram } from "./create-program.ts";
import { EXIT } from "./exit-code.ts";

const wantsJson = (args: readonly string[]): boolean =>
  args.includes("--json") || args.includes("--output=json") || args[args.indexOf("--output") + 1] === "json";

/** Runs one command line and returns its exit code. Never throws: whatever goes wrong is one clear line on stderr. */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  let exitCode: number = EXIT.answered;
  // What flags and a file say is filled in here, and the caller's stays as it is.
  const own = {
    ...io,
    env: { ...io.env },
    get width() {
      return io.width;
    },
  };
  const program = createProgram(own, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return reportUsage(error, args, io);
    return reportError(error, args, io);
  }
}

/** Commander has told it on stderr already. */
function reportUsage(error: CommanderError, args: readonly string[], io: CliIo): number {
  if (error.exitCode === 0) return EXIT.answered;
  if (wantsJson(args)) {
    const message = error.message.replace(/^error: /u, "");
    io.out(`${JSON.stringify({ outcome: "failed", error: { code: "usage", message } })}\n`);
  }
  return EXIT.usage;
}

function reportError(error: unknown, args: readonly string[], io: CliIo): number {
  const known = FuxiError.isInstance(error);
  const code = known ? error.code : "internal";
  const message = error instanceof Error ? error.message : String(error);
  const hint = known ? error.hint : "This is a defect in Fuxi: please report it with what you did.";
  io.err(`${io.colors.red("fuxi:")} ${message}${hint === undefined ? "" : ` ${hint}`}\n`);
  if (!known && io.env["FUXI_DEBUG"] !== undefined && error instanceof Error) io.err(`${error.stack}\n`);
  if (wantsJson(args)) {
    const outcome = code === "cancelled" ? "stopped" : "failed";
    io.out(
      `${JSON.stringify({ outcome, error: { code, message, ...(hint === undefined ? {} : { hint }) } })}\n`,
    );
  }
  if (code === "usage") return EXIT.usage;
  return code === "cancelled" ? EXIT.cancelled : EXIT.failed;
}
