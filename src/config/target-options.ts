import type { DatabaseEnvironmentOptions } from "../environments/database/create-database-environment.ts";

/** How the APIs among the targets are called, as a person says it. */
export interface ApiOptions {
  /** Base URL, in place of the document's. */
  readonly server?: string;
  /** `Name: value`, with `${NAME}` for variables of the environment. */
  readonly header?: readonly string[];
  /** Files with a line `Name: value` for each header. */
  readonly headerFile?: readonly string[];
  /** Operations that may change something without asking; `*` for all. */
  readonly allow?: readonly string[];
  /** Operations other than GET, HEAD and OPTIONS that only read. */
  readonly readOnly?: readonly string[];
  readonly deny?: readonly string[];
  readonly dryRun?: boolean;
  /** References of a document may lead out of its own folder or host. */
  readonly followOutside?: boolean;
  /** Hosts that may be reached although their address is private. */
  readonly trustHost?: readonly string[];
}

/** What a configuration says of a database besides where it is. */
export type DatabaseOptions = Pick<
  DatabaseEnvironmentOptions,
  "descriptionsFolder" | "valueIndex" | "privacy"
>;
