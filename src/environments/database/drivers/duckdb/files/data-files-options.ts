import type { PrivacyPolicy } from "../../../privacy/privacy-policy.ts";

/** Files that are tables of one database. */
export interface DataFilesOptions {
  /** Each file is one table (a workbook or a JSON file with several lists: several). */
  readonly files: readonly string[];
  /** Files of one pattern: those with the same columns are one table, with a column `filename`. */
  readonly groups?: readonly DataFileGroup[];
  /** Encodings that are known: `windows-1251` for all text files, `sales.csv=windows-1251` for one; where none is named it is found out. */
  readonly encodings?: readonly string[];
  readonly cacheFolder: string;
  /** What is hidden is not in the file that is made: it is another than that of the same files without this policy, or with another. */
  readonly privacy?: PrivacyPolicy;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string, share: number) => void;
}

export interface DataFileGroup {
  /** What the table is called. */
  readonly name: string;
  readonly files: readonly string[];
}
