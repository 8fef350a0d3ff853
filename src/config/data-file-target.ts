import { globSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { dataFileKind, dataFileName } from "../environments/database/drivers/duckdb/files/data-file.ts";
import {
  detectDelimiting,
  recordsOf,
} from "../environments/database/drivers/duckdb/files/detect-delimiting.ts";
import { detectHeader } from "../environments/database/drivers/duckdb/files/detect-header.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { Target } from "./target.ts";

/** Files that are tables of one database. */
export type DataFilesTarget = Extract<Target, { readonly type: "data-files" }>;

const TRIPLE_WIDTH = 3;

export function dataFilesTarget(name: string, files: readonly string[]): DataFilesTarget {
  return { type: "data-files", name, files, groups: [] };
}

/**
 * Whether delimited text is a table rather than triples: it has other than three columns, or names above them.
 * @param head the beginning of the file
 */
export function looksLikeTable(head: string): boolean {
  const how = detectDelimiting(head, false);
  const records = recordsOf(head, how, false);
  const [first] = records;
  if (first === undefined || how.delimiter === "") return false;
  if (first.length !== TRIPLE_WIDTH) return true;
  return detectHeader(records, TRIPLE_WIDTH).at !== undefined;
}

export function isPattern(text: string): boolean {
  return /[*?]|\[.+\]|\{.+,.+\}/u.test(text);
}

/**
 * The data files that a pattern stands for: those with the same columns become one table.
 * @throws FuxiError `target-not-found`
 */
export function patternTarget(pattern: string): DataFilesTarget {
  const found = globSync(pattern).map((path) => resolve(path));
  const files = found
    .filter((path) => dataFileKind(path) !== undefined && statSync(path).isFile())
    .toSorted();
  const [first] = files;
  if (first === undefined) {
    const hint =
      found.length === 0
        ? "Check the pattern, relative to the folder you are in."
        : "Name .csv, .tsv, .json, .ndjson, .parquet or .xlsx files.";
    throw new FuxiError("target-not-found", `No data file fits ${pattern}.`, { hint });
  }
  const literal = basename(dataFileName(pattern)).replace(/[*?]+|\[.*?\]|\{.*?\}/gu, " ");
  const words = literal
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replaceAll(" ", "_");
  const name = words === "" ? basename(dirname(first)) : words;
  return { type: "data-files", name, files: [], groups: [{ name, files }] };
}

/** The data files right in a folder, each a table of its own. Nothing where it has none. */
export function folderTarget(
  folder: string,
  isOther: (path: string) => boolean,
): DataFilesTarget | undefined {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith(".") && !entry.name.startsWith("~$"))
    .map((entry) => join(folder, entry.name))
    .filter((path) => dataFileKind(path) !== undefined && !/\.txt(?:\.gz)?$/iu.test(path) && !isOther(path))
    .toSorted();
  return files.length === 0 ? undefined : dataFilesTarget(basename(folder), files);
}

/** Targets with all data files among them as one, at the place of the first: what is in one database can be joined. */
export function withDataFilesTogether(targets: readonly Target[]): readonly Target[] {
  const data = targets.filter((target) => target.type === "data-files");
  const [first] = data;
  if (first === undefined || data.length === 1) return targets;
  const files = data.flatMap((target) => [...target.files, ...target.groups.flatMap((group) => group.files)]);
  const folders = new Set(files.map((file) => dirname(file)));
  const together: DataFilesTarget = {
    type: "data-files",
    name: folders.size === 1 ? basename([...folders][0] ?? "files") : "files",
    files: [...new Set(data.flatMap((target) => target.files))],
    groups: data.flatMap((target) => target.groups),
  };
  return targets
    .filter((target) => target === first || target.type !== "data-files")
    .map((target) => (target === first ? together : target));
}
