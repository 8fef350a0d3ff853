import { defaultFolders, type Folders } from "../config/folders.ts";
import { openEnvironments } from "../config/open-environments.ts";
import type { Environment } from "../environment/environment.ts";
import type { CliIo } from "./cli-io.ts";

export interface OpenedTargets extends AsyncDisposable {
  readonly environments: readonly Environment[];
  readonly folders: Folders;
}

/** Opens targets for the length of one command. */
export async function openTargets(targets: readonly string[], io: CliIo): Promise<OpenedTargets> {
  const folders = defaultFolders(io.env);
  const environments = await openEnvironments(targets, {
    folders,
    signal: io.signal,
    onWarning: (message) => io.err(`${io.colors.yellow("warning:")} ${message}\n`),
  });
  return {
    environments,
    folders,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(environments.map((environment) => environment.close()));
    },
  };
}
