import type { Command } from "commander";
import { secondsIn } from "../config/duration.ts";
import type { ConfigurationContent } from "../config/file/configuration-schema.ts";

/** What a file says, by the names of the command's options. */
export function settingsOf(
  content: ConfigurationContent,
  acting: Command,
  env: NodeJS.ProcessEnv,
): readonly (readonly [string, unknown])[] {
  const { limits = {}, strategy, without, format, temperature, egress } = content;
  const isServer = acting.name() === "mcp";
  const isReport = acting.name() === "report";
  const { model, modelUrl } = acting.opts<{ readonly model?: string; readonly modelUrl?: string }>();
  const hasModel = Boolean(model ?? modelUrl ?? env["FUXI_MODEL"] ?? env["FUXI_MODEL_URL"]);
  const all = {
    // The server has a strategy only for the tool ask, which it shows where there is a model. A report has strategies of its own.
    strategy: (isServer && !hasModel) || isReport ? undefined : strategy,
    without: isReport ? undefined : without,
    format,
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
  // What is said of HTTP is for when it is used.
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
