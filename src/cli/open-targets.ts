import type { OpenOptions } from "../config/open-options.ts";
import type { PrivacyPatterns } from "../config/privacy-patterns.ts";
import type { ApiOptions } from "../config/target-options.ts";
import { type ActLimits, DEFAULT_ACT_LIMITS } from "../environment/act-context.ts";
import type { EgressLevel } from "../environment/egress/egress-level.ts";
import type { Environment } from "../environment/environment.ts";
import type { Tool } from "../environment/tool.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { defaultFolders, type Folders } from "../util/default-folders.ts";
import { given } from "../util/given.ts";
import type { Json, JsonObject } from "../util/json.ts";
import type { CliIo } from "./cli-io.ts";
import { type ProgressLine, progressLine } from "./progress-line.ts";

export interface OpenedTargets extends AsyncDisposable {
  readonly environments: readonly Environment[];
  /** What opening them warned of, one line each. */
  readonly warnings: readonly string[];
  readonly folders: Folders;
}

/** Options of every command that opens targets. */
export interface TargetOptions extends ApiOptions, PrivacyPatterns {
  /** A preset's name or a file. */
  readonly vocabulary?: string;
  /** Encodings of data files: one for all, or `file=encoding`. */
  readonly encoding?: readonly string[];
  /** Functions and foreign tables of servers to permit, which are refused by default. */
  readonly allowFunction?: readonly string[];
  readonly allowForeign?: readonly string[];
  /** Which content of the targets may reach a model. */
  readonly egress?: EgressLevel;
}

/** Limits of one act, from the options of a command. */
export const actLimits = ({ rows, queryTimeout }: ActOptions): ActLimits => ({
  ...DEFAULT_ACT_LIMITS,
  ...given({ rows, milliseconds: queryTimeout === undefined ? undefined : queryTimeout * 1000 }),
});

interface ActOptions {
  readonly rows?: number;
  /** Seconds. */
  readonly queryTimeout?: number;
}

/** Shorter loading is not reported. */
const WORTH_TELLING_MS = 700;

/** Opens targets for one command. Long loading shows its progress. */
export async function openTargets(
  targets: readonly string[],
  io: CliIo,
  options: TargetOptions = {},
): Promise<OpenedTargets> {
  const { openEnvironments } = await import("../config/open-environments.ts");
  const opening = openOptions(io, options);
  const warnings: string[] = [];
  const onWarning = (message: string) => {
    warnings.push(message);
    opening.onWarning(message);
  };
  const environments = await openEnvironments(targets, { ...opening, onWarning });
  return {
    environments,
    warnings,
    folders: opening.folders,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(environments.map((environment) => environment.close()));
    },
  };
}

/** Options for opening targets, from a command's flags, with its terminal for warnings and progress. */
export function openOptions(
  io: CliIo,
  { vocabulary, encoding, egress, ...options }: TargetOptions,
): OpenOptions {
  const { only, deny, mask, allowFunction: allowFunctions, allowForeign } = options;
  const started = performance.now();
  let line: ProgressLine | undefined;
  return {
    folders: defaultFolders(io.env),
    env: io.env,
    signal: io.signal,
    ...given({ configuration: io.configuration, vocabulary, encoding, egress }),
    api: apiOptions(options),
    patterns: given({ only, deny, mask }),
    database: given({ allowFunctions, allowForeign }),
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

type Schema = { readonly type?: string | readonly string[]; readonly anyOf?: readonly Schema[] };

function typesOf(schema: Schema | undefined): readonly string[] {
  if (schema === undefined) return [];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(typesOf);
  return schema.type === undefined ? [] : typeof schema.type === "string" ? [schema.type] : schema.type;
}

function parseJson(name: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new FuxiError("usage", `The argument ${name} is not valid JSON.`, {
      hint: `Write it in single quotes, such as ${name}='{"name": "value"}'.`,
      cause: error,
    });
  }
}

/** Converts a word of the command line to the type in the tool's schema. The tool itself validates the value. */
function valueFor(name: string, text: string, schema: Schema | undefined): Json {
  const types = typesOf(schema);
  if (types.includes("string") || types.length === 0) return text;
  if (types.includes("array") && !text.startsWith("[")) return text.split(",").map((part) => part.trim());
  if (types.includes("array") || types.includes("object")) return parseJson(name, text);
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  if (
    (types.includes("number") || types.includes("integer")) &&
    text.trim() !== "" &&
    !Number.isNaN(Number(text))
  )
    return Number(text);
  return text;
}

/** Reads `name=value` words. Values such as `@-` have no special meaning: a shell can insert files. */
export function parseToolArguments(tool: Tool | undefined, words: readonly string[]): JsonObject {
  const properties = ((tool?.inputSchema as { properties?: Record<string, Schema> } | undefined)
    ?.properties ?? {}) as Record<string, Schema>;
  const given = new Map<string, Json>();
  const entries = words.map((word): [string, Json] => {
    const at = word.indexOf("=");
    const name = at > 0 ? word.slice(0, at) : "";
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      const only = Object.keys(properties);
      throw new FuxiError("usage", `Arguments are written name=value; "${word}" has no name.`, {
        ...(only[0] === undefined
          ? {}
          : { hint: `${tool?.name} takes ${only.join(", ")}: write ${only[0]}="${word}".` }),
      });
    }
    return [name, valueFor(name, word.slice(at + 1), properties[name])];
  });
  for (const [name, value] of entries) {
    const before = given.get(name);
    if (before !== undefined && !Array.isArray(value)) {
      throw new FuxiError("usage", `The argument ${name} is given twice.`, { hint: "Give it once." });
    }
    given.set(name, Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value);
  }
  return Object.fromEntries(given);
}
