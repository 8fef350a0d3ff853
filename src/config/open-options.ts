import type { EgressLevel } from "../environment/egress/egress-level.ts";
import type { PrivacyRules } from "../environment/privacy-rules.ts";
import type { Folders } from "../util/default-folders.ts";
import type { Configuration } from "./file/configuration.ts";
import type { PrivacyPatterns } from "./privacy-patterns.ts";
import type { ApiOptions, DatabaseOptions } from "./target-options.ts";

export interface OpenOptions {
  readonly folders: Folders;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** A preset's name or a vocabulary file, for the knowledge bases among the targets. */
  readonly vocabulary?: string;
  /** Encodings of the text files among the targets that are data files: one for all, or `file=encoding`. */
  readonly encoding?: readonly string[];
  /** How APIs among the targets are called. */
  readonly api?: ApiOptions;
  /** Privacy patterns of the command, in addition to those configured for each target. */
  readonly patterns?: PrivacyPatterns;
  /** Which content of the targets may reach a model (`all`). */
  readonly egress?: EgressLevel;
  /** Settings of a database besides its address. */
  readonly database?: DatabaseOptions;
  /** Privacy rules of this knowledge base or API, combined from `patterns` and the configuration. */
  readonly privacy?: PrivacyRules;
  /** Targets that can be named by their ids. */
  readonly configuration?: Configuration;
  /** Receives warnings about the target, one line each: a role that can write, skipped lines. */
  readonly onWarning: (message: string) => void;
  /** Receives harmless notes about opened targets, one line each. */
  readonly onNote?: (message: string) => void;
  /** Receives the progress of loading (0 to 1). */
  readonly onProgress?: (text: string, share: number) => void;
}
