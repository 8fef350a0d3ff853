import { Command, CommanderError } from "commander";
import { version } from "../config/package-version.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { addStoreOption, type CliIo, EXIT, type SetExitCode } from "./cli-io.ts";
import { datasetCommand } from "./commands/dataset-command.ts";
import {
  askCommand,
  callCommand,
  doctorCommand,
  indexCommand,
  initCommand,
  purgeCommand,
} from "./commands/definitions.ts";
import { demoCommand } from "./commands/demo-command.ts";

import { evalCommand } from "./commands/eval/eval-command.ts";
import { glossaryCommand } from "./commands/glossary-command.ts";

import { mcpCommand } from "./commands/mcp-command.ts";

import { reportCommand } from "./commands/report-command.ts";
import { resumeCommand } from "./commands/resume-command.ts";
import { runsCommand } from "./commands/runs-command.ts";
import { toolsCommand } from "./commands/tools-command.ts";
import { addConfigurationOptions, type ConfigurableIo } from "./use-configuration.ts";

const wantsJson = (args: readonly string[]): boolean =>
  args.includes("--json") || args.includes("--output=json") || args[args.indexOf("--output") + 1] === "json";

/** Runs one command line and returns its exit code. Never throws: errors become one line on stderr. */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  let exitCode: number = EXIT.answered;
  // A copy, into which flags and the configuration file are filled: the caller's object does not change.
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

/** Repeats a usage error as JSON if wanted. Commander has already printed it on stderr. */
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

/** The whole command line. Flags and the configuration file are filled into `io`. Usage errors name the nearest command or flag; exit code 2. */
function createProgram(io: ConfigurableIo, setExitCode: SetExitCode): Command {
  const program = new Command("fuxi")
    .description(
      "Ask databases, knowledge bases and APIs questions: an agent explores them with tools, and shows what its answer rests on.",
    )
    .version(version, "-V, --version")
    .option("--no-color", "plain output")
    .showSuggestionAfterError()
    .showHelpAfterError("(fuxi --help lists the commands; fuxi <command> --help explains one)")
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .exitOverride();
  const commands = [
    askCommand,
    reportCommand,
    resumeCommand,
    toolsCommand,
    callCommand,
    mcpCommand,
    indexCommand,
    doctorCommand,
    initCommand,
    runsCommand,
    purgeCommand,
    glossaryCommand,
    evalCommand,
    datasetCommand,
    demoCommand,
  ];
  addConfigurationOptions(program, io);
  for (const command of commands) {
    const made = command(io, setExitCode);
    addStoreOption(made, io.env);
    for (const each of [made, ...made.commands]) each.copyInheritedSettings(program);
    program.addCommand(made);
  }
  return program;
}
