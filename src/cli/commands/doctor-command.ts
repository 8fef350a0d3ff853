import { Command } from "commander";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import type { TargetOptions } from "../open-targets.ts";
import { addLookingOptions } from "../run-options.ts";

interface DoctorCommandOptions extends TargetOptions {
  readonly model?: string;
  readonly modelUrl?: string;
  readonly json?: boolean;
}

/** What would go wrong, and how to mend it. Nothing is changed, nothing is built. */
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
