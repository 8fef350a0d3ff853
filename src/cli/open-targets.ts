import type { ApiOptions } from "../config/api-options.ts";
import { defaultFolders, type Folders } from "../config/folders.ts";
import type { OpenOptions } from "../config/open-options.ts";
import type { PrivacyPatterns } from "../config/privacy-patterns.ts";
import type { EgressLevel } from "../environment/egress/egress-level.ts";
import type { Environment } from "../environment/environment.ts";
import type { CliIo } from "./cli-io.ts";
import { type ProgressLine, progressLine } from "./progress-line.ts";

export interface OpenedTargets extends AsyncDisposable {
  readonly environments: readonly Environment[];
  readonly folders: Folders;
}

/** Options of every command that opens targets. */
export interface TargetOptions extends ApiOptions, PrivacyPatterns {
  /** A preset's name or a file. */
  readonly vocabulary?: string;
  /** Of data files: one for all, or `file=encoding`. */
  readonly encoding?: readonly string[];
  /** What of the targets' content may reach a model. */
  readonly egress?: EgressLevel;
}

/** What takes less time is not worth a line. */
const WORTH_TELLING_MS = 700;

/** Opens targets for the length of one command; loading that takes a while shows how far it is. */
export async function openTargets(
  targets: readonly string[],
  io: CliIo,
  options: TargetOptions = {},
): Promise<OpenedTargets> {
  const { openEnvironments } = await import("../config/open-environments.ts");
  const opening = openOptions(io, options);
  const environments = await openEnvironments(targets, opening);
  return {
    environments,
    folders: opening.folders,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(environments.map((environment) => environment.close()));
    },
  };
}

/** How a command opens targets: what its flags say, and where it tells what happens meanwhile. */
export function openOptions(
  io: CliIo,
  { vocabulary, encoding, egress, ...options }: TargetOptions,
): OpenOptions {
  const started = performance.now();
  let line: ProgressLine | undefined;
  return {
    folders: defaultFolders(io.env),
    env: io.env,
    signal: io.signal,
    ...(io.configuration === undefined ? {} : { configuration: io.configuration }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(egress === undefined ? {} : { egress }),
    api: apiOptions(options),
    patterns: privacyPatterns(options),
    onWarning: (message) => io.err(`${io.colors.yellow("warning:")} ${message}\n`),
    onNote: (message) => io.err(`${io.colors.dim(message)}\n`),
    onProgress: (text, share) => {
      if (performance.now() - started < WORTH_TELLING_MS) return;
      line ??= progressLine(io);
      line.update(text, share);
      if (share < 1) return;
      line.done(text);
      line = undefined;
    },
  };
}

const API_OPTIONS: readonly (keyof ApiOptions)[] = [
  "server",
  "header",
  "headerFile",
  "allow",
  "readOnly",
  "dryRun",
  "followOutside",
  "trustHost",
];

function apiOptions(options: ApiOptions): ApiOptions {
  return Object.fromEntries(
    API_OPTIONS.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  );
}

function privacyPatterns({ only, deny, mask }: PrivacyPatterns): PrivacyPatterns {
  return {
    ...(only === undefined ? {} : { only }),
    ...(deny === undefined ? {} : { deny }),
    ...(mask === undefined ? {} : { mask }),
  };
}
