import { defaultFolders, type Folders } from "../config/folders.ts";
import type { OpenOptions } from "../config/open-options.ts";
import type { PrivacyPatterns } from "../config/privacy-patterns.ts";
import type { ApiOptions } from "../config/target-options.ts";
import { type ActLimits, DEFAULT_ACT_LIMITS } from "../environment/act-context.ts";
import type { EgressLevel } from "../environment/egress/egress-level.ts";
import type { Environment } from "../environment/environment.ts";
import type { Tool } from "../environment/tool.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { present } from "../util/present.ts";
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

/** What one act may take, as the options of a command say. */
export const actLimits = ({ rows, queryTimeout }: ActOptions): ActLimits => ({
  ...DEFAULT_ACT_LIMITS,
  ...present({ rows, milliseconds: queryTimeout === undefined ? undefined : queryTimeout * 1000 }),
});

interface ActOptions {
  readonly rows?: number;
  /** Seconds. */
  readonly queryTimeout?: number;
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
  const { only, deny, mask } = options;
  const started = performance.now();
  let line: ProgressLine | undefined;
  return {
    folders: defaultFolders(io.env),
    env: io.env,
    signal: io.signal,
    ...present({ configuration: io.configuration, vocabulary, encoding, egress }),
    api: apiOptions(options),
    patterns: present({ only, deny, mask }),
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

/** A word of the command line as the type that the tool's schema wants; the tool itself judges everything else. */
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

/** Reads `name=value` words; `name=@-` and the like are not special: a shell can do that. */
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
