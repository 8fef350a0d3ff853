import type { Profile } from "../../mcp/tools/profile.ts";
import type { TargetOptions } from "../open-targets.ts";

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
