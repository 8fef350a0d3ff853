import { Command, InvalidArgumentError } from "commander";
import { secondsIn } from "../../config/duration.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import type { PurgeOptions } from "./purge-action.ts";

function duration(text: string): number {
  const seconds = secondsIn(text);
  if (seconds !== undefined) return seconds;
  throw new InvalidArgumentError("A time such as 30d, 12h or 90m is wanted.");
}

export function purgeCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return new Command("purge")
    .description("delete what is kept on this machine, so that it is really gone; says first what that is")
    .option("--runs", "runs, and the artifacts that belong to them")
    .option("--cache", "value indexes, loaded files, samples: all that is made again when needed")
    .option("--all", "both, and what words mean, workspaces and the keys that were made")
    .option("--older-than <time>", "only what is older: 30d, 12h", duration)
    .option(
      "--target <name>",
      "only what has to do with this target, as fuxi runs list names it; of the cache its value indexes",
    )
    .option("--all-principals", "on a store that machines share: others' ended runs, too (for its owner)")
    .option("--dry-run", "say what would go, and delete nothing")
    .option("-y, --yes", "do not ask")
    .option("--json", "the counts as JSON")
    .action(async (options: PurgeOptions) => {
      const { purgeAction } = await import("./purge-action.ts");
      await purgeAction(options, io, setExitCode);
    });
}
