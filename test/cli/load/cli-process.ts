import { execFile } from "node:child_process";
import { join } from "node:path";
import { bareEnvironment } from "../../support/bare-environment.ts";
import type { CliResult } from "../cli-fixture.ts";

export const source = join(import.meta.dirname, "../../../src");

/** The command line of these sources as a process of its own, with nothing of this process's environment, and nobody who writes to it. */
export function cliProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  nodeArgs: readonly string[] = [],
): Promise<CliResult> {
  const entry = JSON.stringify(join(source, "cli/run-process.ts"));
  const program = `const { runProcess } = await import(${entry}); await runProcess();`;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...nodeArgs, "--input-type=module", "-e", program, "--", "fuxi", ...args],
      { env: { ...bareEnvironment(), ...env } },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
    child.stdin?.end();
  });
}
