import type { DatabaseEnvironmentOptions } from "../environments/database/create-database-environment.ts";
import type { AllowedObjects } from "../environments/database/driver/unsafe-objects.ts";

/** Options for calling APIs, as a person writes them. */
export interface ApiOptions {
  /** Base URL, which replaces the document's. */
  readonly server?: string;
  /** `Name: value`, with `${NAME}` for environment variables. */
  readonly header?: readonly string[];
  /** Files with a line `Name: value` for each header. */
  readonly headerFile?: readonly string[];
  /** Operations with an effect that may be called without asking; `*` for all. */
  readonly allow?: readonly string[];
  /** Operations other than GET, HEAD and OPTIONS that only read. */
  readonly readOnly?: readonly string[];
  readonly deny?: readonly string[];
  readonly dryRun?: boolean;
  /** Whether references of a document may leave its own folder or host. */
  readonly followOutside?: boolean;
  /** Hosts with a private address that may be reached. */
  readonly trustHost?: readonly string[];
}

/** Settings of a database besides its address. */
export type DatabaseOptions = Pick<
  DatabaseEnvironmentOptions,
  "descriptionsFolder" | "valueIndex" | "privacy"
> &
  AllowedObjects;
