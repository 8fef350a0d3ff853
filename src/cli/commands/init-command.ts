import { Command } from "commander";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import type { InitOptions } from "./init-action.ts";

/** A first `fuxi.yaml`. */
export function initCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return new Command("init")
    .description("write a fuxi.yaml for this folder; asks for what is not named, and never overwrites")
    .argument("[target...]", "files, URLs or sample:cinema")
    .option("--model <provider/name>", "language model")
    .option("--model-url <url>", "base URL of an OpenAI-compatible server")
    .option("-y, --yes", "ask nothing")
    .action(async (targets: string[], options: InitOptions) => {
      const { initAction } = await import("./init-action.ts");
      await initAction(targets, options, io, setExitCode);
    });
}
