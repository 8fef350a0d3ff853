import { Command } from "commander";
import { version } from "../config/package-version.ts";
import type { SetExitCode } from "./cli-io.ts";
import { askCommand } from "./commands/ask-command.ts";
import { callCommand } from "./commands/call-command.ts";
import { datasetCommand } from "./commands/dataset-command.ts";
import { demoCommand } from "./commands/demo-command.ts";
import { doctorCommand } from "./commands/doctor-command.ts";
import { evalCommand } from "./commands/eval/eval-command.ts";
import { glossaryCommand } from "./commands/glossary-command.ts";
import { indexCommand } from "./commands/index-command.ts";
import { initCommand } from "./commands/init-command.ts";
import { mcpCommand } from "./commands/mcp-command.ts";
import { purgeCommand } from "./commands/purge-command.ts";
import { reportCommand } from "./commands/report-command.ts";
import { resumeCommand } from "./commands/resume-command.ts";
import { runsCommand } from "./commands/runs-command.ts";
import { toolsCommand } from "./commands/tools-command.ts";
import { addStoreOption } from "./store-option.ts";
import { addConfigurationOptions, type ConfigurableIo } from "./use-configuration.ts";

/** The command line as a whole; what flags and a file say is filled into `io`. Usage errors name the nearest command or flag and end with exit code 2. */
export function createProgram(io: ConfigurableIo, setExitCode: SetExitCode): Command {
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
