import { recogniseTarget } from "../config/recognise-target.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { CliIo } from "./cli-io.ts";

/**
 * Targets of a command that names none: the configuration's default, else `DATABASE_URL` or `DSN`. The host is printed
 * before anything is sent to it, so that nobody queries a production server by accident.
 * @throws FuxiError `usage` if there is none
 */
export function unnamedTargets(io: CliIo): readonly string[] {
  const chosen = [io.configuration?.content.default ?? []].flat();
  if (chosen.length > 0) {
    io.err(`${io.colors.dim(`asking ${chosen.join(" and ")}`)}\n`);
    return chosen;
  }
  return [targetFromEnvironment(io)];
}

function targetFromEnvironment(io: CliIo): string {
  for (const variable of ["DATABASE_URL", "DSN"]) {
    const text = io.env[variable];
    if (text === undefined || text === "") continue;
    const target = recogniseTarget(text);
    const place = "host" in target ? `${target.name} on ${target.host}` : target.name;
    io.err(`${io.colors.dim(`using ${variable}: ${place}`)}\n`);
    return text;
  }
  const ids = [...(io.configuration?.targets.keys() ?? []), ...(io.configuration?.unusable.keys() ?? [])];
  throw new FuxiError("usage", "No target was named.", {
    hint:
      ids.length === 0
        ? "Name a file, a URL or sample:cinema after the command, or set DATABASE_URL."
        : `The configuration has ${ids.join(", ")}: name one after the command, or set default in it.`,
  });
}
