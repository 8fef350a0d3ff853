import type { EgressLevel } from "../environment/egress/egress-level.ts";
import type { PrivacyRules } from "../environment/privacy-rules.ts";
import type { Configuration } from "./file/configuration.ts";
import type { Folders } from "./folders.ts";
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
  /** What may be seen of the targets, besides what is configured for each. */
  readonly patterns?: PrivacyPatterns;
  /** What of the targets' content may reach a model (`all`). */
  readonly egress?: EgressLevel;
  /** What is said of a database besides where it is. */
  readonly database?: DatabaseOptions;
  /** What may be seen of a knowledge base or an API: what `patterns` and the configuration come to for this one target. */
  readonly privacy?: PrivacyRules;
  /** Targets that can be named by their ids. */
  readonly configuration?: Configuration;
  /** One line about something that the user should know of the target: a role that can write, lines that were left out. */
  readonly onWarning: (message: string) => void;
  /** One line about what was opened, that is nothing to worry about. */
  readonly onNote?: (message: string) => void;
  /** What is being loaded, and how far it is (0 to 1). */
  readonly onProgress?: (text: string, share: number) => void;
}
