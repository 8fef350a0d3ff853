import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { McpHttpOptions } from "../mcp-http-options.ts";
import { isLoopback } from "./is-loopback.ts";

/**
 * Who could reach a server with these options, against what they would have to show.
 * @returns what whoever starts it should know
 * @throws FuxiError `configuration-invalid` where anybody could use it and nobody said that they may
 */
export function checkExposure(
  options: Pick<McpHttpOptions, "authentication" | "openToAnyone">,
  host: string,
  publicUrl: URL | undefined,
): readonly string[] {
  const beyond = [host, publicUrl?.hostname].filter((name) => name !== undefined && !isLoopback(name));
  if (beyond.length === 0) return [];
  if (options.authentication.type === "none") {
    if (options.openToAnyone === true) return [`Anybody who can reach ${beyond[0]} can use this server.`];
    throw new FuxiError(
      "configuration-invalid",
      `Without authentication the server is not opened on ${beyond[0]}.`,
      {
        hint: "Set up tokens (--token-file, FUXI_MCP_TOKEN) or OAuth (--oauth-issuer), listen on 127.0.0.1, or say that it may be open to anyone (--open-to-anyone; openToAnyone in a program).",
      },
    );
  }
  if (publicUrl?.protocol === "https:") return [];
  return [
    `Tokens travel to ${beyond[0]} unencrypted. Put a proxy that speaks TLS before the server, and give its https URL as the public one.`,
  ];
}
