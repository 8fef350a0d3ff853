import { mcpStateKey } from "../../config/mcp-state-key.ts";
import { openArtifactStore, openGlossary, openWorkspaceStore } from "../../config/open-stores.ts";
import { version } from "../../config/package-version.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { mcpServerFactory } from "../../mcp/create-mcp-server.ts";
import { createMcpService, type McpService } from "../../mcp/create-mcp-service.ts";
import type { Profile } from "../../mcp/profile.ts";
import { listedTokens } from "../../mcp/tools/mcp-tool.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { actLimits, type OpenedTargets, openTargets, type TargetOptions } from "../open-targets.ts";
import { unnamedTargets } from "../target-from-environment.ts";
import type { Shared } from "./open-ask-runs.ts";

interface Closable {
  close(): Promise<void>;
}

/** Serves until the client disconnects (stdio) or the process is told to stop. */
export async function runMcp(
  targets: readonly string[],
  options: McpOptions,
  io: CliIo,
  setExitCode: SetExitCode,
): Promise<void> {
  checkTransport(options);
  const named = targets.length > 0 ? targets : unnamedTargets(io);
  await using opened = await openTargets(named, io, options);
  const { folders } = opened;
  const workspaces = await openWorkspaceStore(folders);
  const artifacts = await openArtifactStore(folders);
  const glossary = await openGlossary(folders);
  const stores: readonly Closable[] = [workspaces, artifacts, glossary];
  const limits = actLimits(options);
  const runs = await askRunsFor(opened, options, { io, limits, artifacts, glossary });
  try {
    const service = createMcpService({
      environments: opened.environments,
      store: { workspaces, artifacts, glossary },
      profile: options.tools,
      limits,
      ...(options.keep === undefined ? {} : { workspaceLifetimeSeconds: options.keep }),
      ...(runs === undefined ? {} : { ask: runs.ask }),
    });
    const factory = mcpServerFactory(service, {
      name: "fuxi",
      version,
      stateKey: await mcpStateKey(folders, io.env),
      onError: (error) => io.err(`${io.colors.red("error:")} ${told(error, io)}\n`),
    });
    const say = (line: string): void => {
      if (options.quiet !== true) io.err(`${io.colors.dim(line)}\n`);
    };
    const swept = sweepNowAndThen([workspaces, artifacts], io);
    try {
      const announce = (where: string): void => say(banner(opened.environments, service, options, where));
      if (options.http === true) {
        const { serveOverHttp } = await import("./serve-http.ts");
        await serveOverHttp(factory, options, io, announce);
      } else {
        const { serveOverStdio } = await import("./serve-stdio.ts");
        await serveOverStdio(factory, io, announce);
      }
    } finally {
      swept();
    }
    setExitCode(0);
  } finally {
    await Promise.allSettled([...stores, ...(runs?.stores ?? [])].map((store) => store.close()));
  }
}

const HTTP_ONLY = [
  "host",
  "port",
  "tokenFile",
  "oauthIssuer",
  "oauthAudience",
  "publicUrl",
  "trustedProxy",
  "scope",
  "allowHost",
  "allowOrigin",
  "openToAnyone",
] as const;

/** Refuses HTTP options without --http: somebody may rely on them. */
function checkTransport(options: McpOptions): void {
  if (options.http === true) return;
  const given = HTTP_ONLY.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  const flag = `--${given.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new FuxiError(
    "usage",
    `${flag} is for --http; over stdio only the process that started the server can reach it.`,
    {
      hint: `Add --http, or leave ${flag} out.`,
    },
  );
}

function told(error: unknown, io: CliIo): string {
  if (!(error instanceof Error)) return String(error);
  return io.env["FUXI_DEBUG"] === undefined ? error.message : (error.stack ?? error.message);
}

const SWEEP_MS = 600_000;

/** Deletes expired data at intervals, since a server may run for weeks. */
function sweepNowAndThen(stores: readonly { sweep(): Promise<number> }[], io: CliIo): () => void {
  const sweep = (): void => {
    for (const store of stores)
      store.sweep().catch((error: unknown) => io.err(`${io.colors.yellow("warning:")} ${told(error, io)}\n`));
  };
  const timer = setInterval(sweep, SWEEP_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Runs for the tool ask. Loads the code for models only if a model was named. */
async function askRunsFor(opened: OpenedTargets, options: McpOptions, shared: Shared) {
  const { io } = shared;
  const named = options.model ?? options.modelUrl ?? io.env["FUXI_MODEL"] ?? io.env["FUXI_MODEL_URL"];
  if (named === undefined || named === "") {
    if (options.strategy === undefined) return undefined;
    throw new FuxiError("usage", "--strategy is for the tool ask, which needs a model.", {
      hint: "Name one with --model or --model-url, or leave --strategy out.",
    });
  }
  const { openAskRuns } = await import("./open-ask-runs.ts");
  return openAskRuns(opened, options, shared);
}

/** One line for the person who started the server: its environments, its address, and the tokens that its tools cost in each conversation. */
function banner(
  environments: readonly Environment[],
  { tools }: McpService,
  { tools: profile }: McpOptions,
  where: string,
): string {
  const names = environments
    .map(({ id, kind, egress }) => `${id} (${kind}${egress === undefined ? "" : `, egress ${egress}`})`)
    .join(", ");
  return `fuxi mcp: ${names} ${where}; ${tools.length} tools (${profile}), about ${listedTokens(tools)} tokens in tools/list`;
}

export interface McpOptions extends TargetOptions {
  readonly tools: Profile;
  readonly http?: boolean;
  readonly port?: number;
  readonly host?: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly tokenFile?: string;
  readonly oauthIssuer?: string;
  readonly oauthAudience?: string;
  readonly publicUrl?: string;
  readonly trustedProxy?: readonly string[];
  readonly scope?: readonly string[];
  readonly openToAnyone?: boolean;
  readonly model?: string;
  readonly modelUrl?: string;
  readonly strategy?: string;
  /** Seconds. */
  readonly keep?: number;
  readonly rows?: number;
  readonly queryTimeout?: number;
  readonly quiet?: boolean;
}
