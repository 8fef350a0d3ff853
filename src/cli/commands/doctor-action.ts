import { runDoctor } from "../../config/doctor/run-doctor.ts";
import { given } from "../../util/given.ts";
import type { CliIo } from "../cli-io.ts";
import { openOptions, type TargetOptions } from "../open-targets.ts";
import { checkText, verdictText } from "../render/lines.ts";
import { unnamedTargets } from "../target-from-environment.ts";

interface DoctorActionOptions extends TargetOptions {
  readonly model?: string;
  readonly modelUrl?: string;
  readonly json?: boolean;
}

/** Runs all checks and prints each result at once. True if there is no fault. */
export async function doctorAction(
  targets: readonly string[],
  { model, modelUrl, json = false, ...options }: DoctorActionOptions,
  io: CliIo,
): Promise<boolean> {
  const named = targets.length > 0 ? targets : unnamed(io);
  if (model !== undefined) io.err(`${io.colors.dim(`one token is asked of ${model}`)}\n`);
  const say = (text: string): void => {
    if (!json) io.out(`${text}\n`);
  };
  const report = await runDoctor({
    targets: named,
    open: openOptions(io, options),
    model: {
      asksOneToken: model !== undefined,
      ...given({ model, modelUrl }),
    },
    onSection: (about) => say(io.colors.bold(about)),
    onCheck: (check) => say(checkText(check, io)),
  });
  if (json) io.out(`${JSON.stringify(report, null, 2)}\n`);
  else say(`\n${verdictText(report.sections.flatMap(({ checks }) => checks))}`);
  return report.ok;
}

/** Targets if none is named: the default ones, else all configured ones. There may be none: the machine and the model are checked alone then. */
function unnamed(io: CliIo): readonly string[] {
  const isAny = io.configuration?.content.default ?? (io.env["DATABASE_URL"] || io.env["DSN"]);
  if (isAny) return unnamedTargets(io);
  return [...(io.configuration?.targets.keys() ?? []), ...(io.configuration?.unusable.keys() ?? [])];
}
