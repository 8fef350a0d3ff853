import { Command, Option } from "commander";
import { PROFILES } from "../../mcp/profile.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import type { McpOptions } from "../mcp/run-mcp.ts";
import { duration, port, positive, several } from "../option-values.ts";
import { addTargetOptions } from "../run-options.ts";

export function mcpCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return addTargetOptions(new Command("mcp"))
    .description("serve the tools of one or several targets to agents over the Model Context Protocol")
    .argument("[targets...]", "files, URLs, API documents, sample:cinema (without any: DATABASE_URL)")
    .addOption(new Option("--tools <profile>", "which tools are shown").choices([...PROFILES]).default("all"))
    .option("--http", "Streamable HTTP at /mcp instead of stdio")
    .option("--host <address>", "address to listen on (default 127.0.0.1)")
    .option("--port <n>", "port to listen on (default 3920; 0: any that is free)", port)
    .option("--token-file <file>", "who may connect: lines of `name token` or `name sha256:<hex>`")
    .option("--oauth-issuer <url>", "authorization server whose access tokens are accepted")
    .option("--oauth-audience <text>", "audience of the tokens, where it is not the server's URL")
    .option("--scope <name>", "a scope that tokens must have (repeatable)", several)
    .option("--public-url <url>", "URL of the endpoint as clients see it, behind a proxy that speaks TLS")
    .option("--trusted-proxy <address>", "a proxy whose X-Forwarded-For is believed (repeatable)", several)
    .option("--allow-host <name>", "a further name in the Host header, behind a proxy (repeatable)", several)
    .option("--allow-origin <url>", "a web page's origin that may connect (repeatable)", several)
    .option("--open-to-anyone", "listen beyond this machine without any authentication")
    .option("--model <provider/name>", "language model for the tool ask (env FUXI_MODEL)")
    .option("--model-url <url>", "its OpenAI-compatible server (env FUXI_MODEL_URL, key in FUXI_API_KEY)")
    .option("--strategy <name>", "how ask organises its runs (default react)")
    .option("--keep <time>", "how long an unused workspace is kept: 90m, 7d (default 24h)", duration)
    .option("--rows <n>", "rows of one result at most (default 100)", positive)
    .option("--query-timeout <seconds>", "time of one query at most (default 10)", positive)
    .option("-q, --quiet", "nothing on stderr but errors")
    .action(async (targets: readonly string[], options: McpOptions) => {
      const { runMcp } = await import("../mcp/run-mcp.ts");
      await runMcp(targets, options, io, setExitCode);
    });
}
