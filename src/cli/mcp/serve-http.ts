import type { McpServerFactory } from "@modelcontextprotocol/server";
import { version } from "../../config/package-version.ts";
import { serveMcpHttp } from "../../mcp/http/serve-mcp-http.ts";
import type { CliIo } from "../cli-io.ts";
import { authenticationOf } from "./authentication-of.ts";
import type { McpOptions } from "./mcp-options.ts";

const DEFAULT_PORT = 3920;

/** Serves over Streamable HTTP until the process is told to stop. */
export async function serveOverHttp(
  factory: McpServerFactory,
  options: McpOptions,
  io: CliIo,
  announce: (where: string) => void,
): Promise<void> {
  const {
    host = "127.0.0.1",
    port = DEFAULT_PORT,
    publicUrl,
    allowHost,
    allowOrigin,
    openToAnyone,
    trustedProxy,
  } = options;
  const server = await serveMcpHttp(factory, {
    name: "fuxi",
    version,
    authentication: authenticationOf(options, io.env),
    host,
    port,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(trustedProxy === undefined ? {} : { trustedProxies: trustedProxy }),
    ...(allowHost === undefined ? {} : { allowedHosts: allowHost }),
    ...(allowOrigin === undefined ? {} : { allowedOrigins: allowOrigin }),
    ...(openToAnyone === undefined ? {} : { openToAnyone }),
    onNotice: (notice) => io.err(`${io.colors.yellow("warning:")} ${notice}\n`),
    onError: (error) => {
      if (io.env["FUXI_DEBUG"] !== undefined) io.err(`${error.stack ?? error.message}\n`);
    },
  });
  // Whoever started the server has to learn where it listens, however quiet it is asked to be.
  if (options.quiet === true) io.err(`${server.url}\n`);
  else announce(`at ${server.url}`);
  await new Promise<void>((resolve) => {
    io.signal.addEventListener("abort", () => resolve(), { once: true });
    if (io.signal.aborted) resolve();
  });
  await server.close();
}
