import type { DataFileGroup } from "./data-files-options.ts";
import type { TableReport } from "./load-report.ts";
import type { Loader } from "./loader.ts";

/** What a file database is built of, and where. */
export interface BuildOptions {
  readonly loader: Loader;
  /** The attached database that the tables are made in. */
  readonly database: string;
  readonly files: readonly string[];
  readonly groups: readonly DataFileGroup[];
  /** The encoding that was named for a file. */
  readonly encodingOf: (file: string) => string | undefined;
  /** Bytes of a file that are read. */
  readonly onBytes: (file: string, read: number) => void;
}

/** What became of the files. */
export interface LoadedFiles {
  readonly tables: readonly TableReport[];
  readonly empty: readonly string[];
}
