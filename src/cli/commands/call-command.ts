import { Command } from "commander";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { addOutputOptions, addTargetOptions, positive } from "../run-options.ts";
import type { CallOptions } from "./call-action.ts";

export function callCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return addTargetOptions(addOutputOptions(new Command("call")))
    .description("use one tool by hand; no model is needed")
    .argument("<target>", "file, URL or sample:cinema")
    .argument("<tool>", "see: fuxi tools <target>")
    .argument("[arguments...]", "name=value")
    .option("--workspace <file>", "go on with the draft in this file, and write it back")
    .option("--question <text>", "the question that a new workspace is for (ranks what is shown)")
    .option("--rows <n>", "rows at most (default 100; as csv, xlsx or md all of a query)", positive)
    .option("--query-timeout <seconds>", "time at most (default 10)", positive)
    .action(async (target: string, tool: string, words: string[], options: CallOptions) => {
      const { callAction } = await import("./call-action.ts");
      await callAction({ target, tool, words, options }, io, setExitCode);
    });
}
