import type { DatabaseEnvironmentOptions } from "../environments/database/create-database-environment.ts";

/** What a configuration says of a database besides where it is. */
export type DatabaseOptions = Pick<
  DatabaseEnvironmentOptions,
  "descriptionsFolder" | "valueIndex" | "privacy"
>;
