import { recogniseTarget } from "../config/recognise-target.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { CliIo } from "./cli-io.ts";

/**
 * The target named by `DATABASE_URL` or `DSN`. Its host is named before anything is sent there, so that nobody asks a production server by
 * accident.
 */
export function targetFromEnvironment(io: CliIo): string {
  for (const variable of ["DATABASE_URL", "DSN"]) {
    const text = io.env[variable];
    if (text === undefined || text === "") continue;
    const target = recogniseTarget(text);
    const place = "host" in target ? `${target.name} on ${target.host}` : target.name;
    io.err(`${io.colors.dim(`using ${variable}: ${place}`)}\n`);
    return text;
  }
  throw new FuxiError("usage", "No target was named.", {
    hint: "Name a file, a URL or sample:cinema after the command, or set DATABASE_URL.",
  });
}
