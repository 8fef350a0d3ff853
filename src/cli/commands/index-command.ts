import { Command } from "commander";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { openTargets, type TargetOptions } from "../open-targets.ts";
import { progressLine } from "../progress-line.ts";
import { addLookingOptions } from "../run-options.ts";

export function indexCommand(io: CliIo, _setExitCode: SetExitCode): Command {
  return addLookingOptions(new Command("index"))
    .description("build or refresh what makes tools quick (the value index); it happens by itself otherwise")
    .argument("<target...>", "files, URLs or sample:cinema")
    .action(async (targets: string[], options: TargetOptions) => {
      await using opened = await openTargets(targets, io, options);
      for (const { id, capabilities } of opened.environments) {
        if (capabilities.preparation === undefined) {
          io.err(`${id}: nothing to prepare\n`);
          continue;
        }
        const line = progressLine(io);
        const { text } = await capabilities.preparation.prepare({
          signal: io.signal,
          onProgress: (progress) => line.update(`${id}: ${progress.text}`, progress.share),
        });
        line.done(`${id}: ${text}`);
      }
    });
}
