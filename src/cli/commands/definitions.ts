import { Command } from "commander";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { type CliIo, EXIT, type SetExitCode } from "../cli-io.ts";
import { openTargets, type TargetOptions } from "../open-targets.ts";
import { duration, positive } from "../option-values.ts";
import { progressLine } from "../progress-line.ts";
import { addLookingOptions, addTargetOptions } from "../run-options.ts";
import { addQuestionOptions, type QuestionOptions, runQuestion } from "../run-question.ts";
import type { CallOptions } from "./call-action.ts";
import type { InitOptions } from "./init-action.ts";
import type { PurgeOptions } from "./purge-action.ts";

export function askCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return addQuestionOptions(
    new Command("ask").description(
      "answer a question about one or several targets, with a live trace and the evidence",
    ),
  ).action(async (words: string[], options: QuestionOptions) => {
    setExitCode(await runQuestion("ask", words, options, io));
  });
}

/** Writes a first `fuxi.yaml`. */
export function initCommand(io: CliIo, _setExitCode: SetExitCode): Command {
  return new Command("init")
    .description("write a fuxi.yaml for this folder, and never over another")
    .argument("<target...>", "files, URLs or sample:cinema")
    .option("--model <provider/name>", "language model")
    .option("--model-url <url>", "base URL of an OpenAI-compatible server")
    .action(async (targets: string[], options: InitOptions) => {
      const { initAction } = await import("./init-action.ts");
      initAction(targets, options, io);
    });
}

export function callCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return addTargetOptions(new Command("call"))
    .description("use one tool by hand; no model is needed")
    .argument("<target>", "file, URL or sample:cinema")
    .argument("<tool>", "see: fuxi tools <target>")
    .argument("[arguments...]", "name=value")
    .option("--workspace <file>", "go on with the draft in this file, and write it back")
    .option("--question <text>", "the question that a new workspace is for (ranks what is shown)")
    .option("--json", "the structured result")
    .option("--rows <n>", "rows at most (default 100)", positive)
    .option("--query-timeout <seconds>", "time at most (default 10)", positive)
    .action(async (target: string, tool: string, words: string[], options: CallOptions) => {
      const { callAction } = await import("./call-action.ts");
      await callAction({ target, tool, words, options }, io, setExitCode);
    });
}

interface DoctorCommandOptions extends TargetOptions {
  readonly model?: string;
  readonly modelUrl?: string;
  readonly json?: boolean;
}

/** Reports faults and how to fix them. Changes and builds nothing. */
export function doctorCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return addLookingOptions(new Command("doctor"))
    .description("look for what would go wrong with targets, model and this machine, and say how to mend it")
    .argument("[target...]", "files, URLs or sample:cinema (without any: DATABASE_URL, or the machine alone)")
    .option("--model <provider/name>", "ask this model for one token (env FUXI_MODEL: it is only looked up)")
    .option("--model-url <url>", "its OpenAI-compatible server (env FUXI_MODEL_URL, key in FUXI_API_KEY)")
    .option("--json", "the findings as JSON")
    .action(async (targets: string[], options: DoctorCommandOptions) => {
      const { doctorAction } = await import("./doctor-action.ts");
      setExitCode((await doctorAction(targets, options, io)) ? EXIT.answered : EXIT.failed);
    });
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
      "only what has to do with this target, as fuxi runs list names it; of the cache all value indexes",
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
