import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { secondsIn } from "../config/duration.ts";
import { type Configuration, findConfiguration } from "../config/file/configuration.ts";
import type { ConfigurationContent } from "../config/file/configuration-schema.ts";
import { closeLooseEntries } from "../config/kept/entries.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { defaultFolders } from "../util/default-folders.ts";
import type { CliIo } from "./cli-io.ts";

interface Given {
  /** The file, or false with --no-config. */
  readonly config?: string | false;
}

/** A mutable `CliIo`, into which the configuration file is filled before a command runs. */
export type ConfigurableIo = { -readonly [K in keyof CliIo]: CliIo[K] };

/** Adds --config and --no-config. Flags override the environment, which overrides the file, which overrides defaults. */
export function addConfigurationOptions(program: Command, io: ConfigurableIo): void {
  program
    .option("--config <file>", "configuration (default: fuxi.yaml in this folder or one above it)")
    .option("--no-config", "leave fuxi.yaml aside")
    .hook("preAction", async (_, acting) => {
      for (const path of closeLooseEntries(defaultFolders(io.env)))
        io.err(`${io.colors.yellow("warning:")} others could read ${path}; it is yours alone now\n`);
      const { config } = program.opts<Given>();
      if (config === false || NEEDS_NONE.includes(acting.name())) return;
      const path = typeof config === "string" ? config : findConfiguration(process.cwd());
      if (path === undefined) return;
      const { readConfiguration } = await import("../config/file/read-configuration.ts");
      const configuration = readConfiguration(path, io.env);
      io.configuration = configuration;
      if (config === undefined) io.err(`${io.colors.dim(`using ${configuration.path}`)}\n`);
      for (const [id, reason] of configuration.unusable)
        if (!acting.args.includes(id)) io.err(`${io.colors.dim(`${id} cannot be used: ${reason}`)}\n`);
      fillEnvironment(configuration, io.env);
      fillOptions(configuration, acting, io.env);
      await keepRetention(configuration, acting, io.env);
    });
}

/** Commands that start or resume runs. */
const RUNNING: readonly string[] = ["ask", "report", "resume", "mcp"];

async function keepRetention(
  { content }: Configuration,
  acting: Command,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const seconds = content.retention === undefined ? undefined : secondsIn(content.retention);
  const isRunning = RUNNING.includes(acting.name()) || (isOfEvaluations(acting) && acting.name() === "run");
  if (seconds === undefined || !isRunning) return;
  const { applyRetention } = await import("../config/kept/purge-kept.ts");
  await applyRetention(defaultFolders(env), seconds);
}

const NEEDS_NONE: readonly string[] = ["init", "demo"];

/** Fills settings into their environment variables. Model and address belong together: if one is set already, neither is taken from the file. */
function fillEnvironment({ content, path }: Configuration, env: NodeJS.ProcessEnv): void {
  const { model, modelUrl, store } = content;
  if (!env["FUXI_MODEL"] && !env["FUXI_MODEL_URL"]) {
    if (model !== undefined) env["FUXI_MODEL"] = model;
    if (modelUrl !== undefined) env["FUXI_MODEL_URL"] = modelUrl;
  }
  if (store === undefined || env["FUXI_STORE"] || env["FUXI_DATA_DIR"]) return;
  if (/^postgres(?:ql)?:/iu.test(store)) env["FUXI_STORE"] = store;
  else env["FUXI_DATA_DIR"] = resolve(dirname(path), store);
}

const isOfEvaluations = (acting: Command): boolean => acting.parent?.name() === "eval";

function fillOptions({ content }: Configuration, acting: Command, env: NodeJS.ProcessEnv): void {
  const has = (name: string): boolean => acting.options.some((option) => option.attributeName() === name);
  if (content.egress !== undefined && has("model") && !has("egress") && acting.name() !== "doctor") {
    throw new FuxiError(
      "configuration-invalid",
      `fuxi ${acting.name()} cannot hold to egress: ${content.egress}.`,
      {
        hint: "Take egress out of the configuration, or use a command that can.",
      },
    );
  }
  // A resumed run keeps the options it was started with.
  if (acting.name() === "resume") return;
  for (const [name, value] of settingsOf(content, acting, env)) {
    // Evaluations take their options from the command only, except for the egress level.
    if (isOfEvaluations(acting) && name !== "egress") continue;
    const source = acting.getOptionValueSource(name);
    if (has(name) && (source === undefined || source === "default")) {
      acting.setOptionValueWithSource(name, value, "config");
    }
  }
}

/** Settings of the file, by the names of the command's options. */
function settingsOf(
  content: ConfigurationContent,
  acting: Command,
  env: NodeJS.ProcessEnv,
): readonly (readonly [string, unknown])[] {
  const { limits = {}, strategy, without, format, tools, temperature, egress } = content;
  const isServer = acting.name() === "mcp";
  const isReport = acting.name() === "report";
  const { model, modelUrl } = acting.opts<{ readonly model?: string; readonly modelUrl?: string }>();
  const hasModel = Boolean(model ?? modelUrl ?? env["FUXI_MODEL"] ?? env["FUXI_MODEL_URL"]);
  const all = {
    // The server uses a strategy only for the tool ask, which requires a model. Reports have their own strategies.
    strategy: (isServer && !hasModel) || isReport ? undefined : strategy,
    without: isReport ? undefined : without,
    format,
    tools,
    temperature,
    egress,
    maxSteps: limits.steps,
    maxTokens: limits.tokens,
    timeout: limits.seconds,
    rows: limits.rows,
    queryTimeout: limits.querySeconds,
    ...(isServer ? serverSettings(content.mcp ?? {}, acting) : {}),
  };
  return Object.entries(all).filter(([, value]) => value !== undefined);
}

function serverSettings(
  { tools, http, keep, tokenFile, scopes, ...settings }: NonNullable<ConfigurationContent["mcp"]>,
  acting: Command,
): Readonly<Record<string, unknown>> {
  const always = { tools, http, keep: keep === undefined ? undefined : secondsIn(keep) };
  const overHttp = acting.opts<{ readonly http?: boolean }>().http ?? http;
  // Settings of HTTP apply only if it is used.
  if (overHttp !== true) return always;
  const { trustedProxies, allowHosts, allowOrigins, ...same } = settings;
  return {
    ...always,
    ...same,
    tokenFile,
    scope: scopes,
    trustedProxy: trustedProxies,
    allowHost: allowHosts,
    allowOrigin: allowOrigins,
  };
}
