import { Command } from "commander";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { openTargets, type TargetOptions } from "../open-targets.ts";
import { progressLine } from "../progress-line.ts";
import { addLookingOptions } from "../run-options.ts";

export function indexCommand(io: CliIo, _setExitCode: SetExitCode): Command {
  return addLookingOptions(new Command("index"))
    .description("build or refresh what makes tools quick (the value index); it happens by itself otherwise")
    .argument("<target...>", "files, URLs or sample:cinema")
    .option("-y, --yes", "read large databases of a server, too, after telling how much that is")
    .action(async (targets: string[], options: TargetOptions & { readonly yes?: boolean }) => {
      await using opened = await openTargets(targets, io, options);
      for (const { id, capabilities } of opened.environments) {
        if (capabilities.preparation === undefined) {
          io.err(`${id}: nothing to prepare\n`);
          continue;
        }
        const estimate = await capabilities.preparation.estimate?.({ signal: io.signal });
        if (estimate !== undefined) io.err(`${id}: ${estimate.text}\n`);
        if (estimate?.isLarge && options.yes !== true) {
          throw new FuxiError("usage", `${id} is large, and others work on its server: nothing was read.`, {
            hint: "Add --yes to read it all the same. Without an index values are found by the server's own indexes and statistics.",
          });
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
