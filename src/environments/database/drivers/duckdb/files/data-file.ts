import { basename, extname, resolve } from "node:path";

export type DataFileKind = "delimited" | "json" | "parquet" | "sheets";

const KINDS: Readonly<Record<string, DataFileKind>> = {
  ".csv": "delimited",
  ".tsv": "delimited",
  ".tab": "delimited",
  ".psv": "delimited",
  ".txt": "delimited",
  ".json": "json",
  ".ndjson": "json",
  ".jsonl": "json",
  ".parquet": "parquet",
  ".xlsx": "sheets",
  ".xlsm": "sheets",
};

/** The kind of data file by its extension; `.gz` may follow for text. Undefined for other files. */
export function dataFileKind(path: string): DataFileKind | undefined {
  const kind = KINDS[extname(withoutZip(path)).toLowerCase()];
  return isZipped(path) && (kind === "parquet" || kind === "sheets") ? undefined : kind;
}

/** The name without folder and endings: `sales` of `/x/sales.csv.gz`. */
export function dataFileName(path: string): string {
  const plain = basename(withoutZip(path));
  return basename(plain, extname(plain));
}

/** Whether a name means this file: its base name, or its path from the current folder. */
export function meansFile(name: string, file: string): boolean {
  return file === resolve(name) || basename(file) === name;
}

function isZipped(path: string): boolean {
  return /\.gz$/iu.test(path);
}

function withoutZip(path: string): string {
  return path.replace(/\.gz$/iu, "");
}

/** Files that match one pattern. */
export interface DataFileGroup {
  /** The table's name. */
  readonly name: string;
  readonly files: readonly string[];
}
