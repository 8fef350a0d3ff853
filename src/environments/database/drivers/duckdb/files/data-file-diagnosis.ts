import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import type { Diagnosis } from "../../../driver/diagnosis.ts";
import { fileDiagnosis, headOf, kindByHead } from "../../../driver/file-look.ts";
import { type DataFileKind, dataFileKind } from "./data-file.ts";

const PARQUET_END = "PAR1";

/** How a file of each kind begins, where its first bytes say so; of text that is nothing that is known. */
const EXPECTED: Readonly<Record<DataFileKind, string | undefined>> = {
  delimited: undefined,
  json: undefined,
  parquet: "a Parquet file",
  sheets: "a ZIP archive (a workbook is one, too)",
};
const NAMES: Readonly<Record<DataFileKind, string>> = {
  delimited: "delimited text",
  json: "JSON",
  parquet: "a Parquet file",
  sheets: "a workbook (.xlsx)",
};

/** What a data file is by its first bytes against what its name says. Undefined where nothing is at fault. */
export function dataFileFault(path: string, shownBytes: (bytes: number) => string): Diagnosis | undefined {
  const file = fileDiagnosis(path, shownBytes);
  if (file.state !== "ok") return file;
  const kind = dataFileKind(path);
  if (kind === undefined) return undefined;
  const found = kindByHead(headOf(path));
  const expected = /\.gz$/iu.test(path) ? "compressed with gzip" : EXPECTED[kind];
  const name = "kind";
  const shown = basename(path);
  if (found !== expected) {
    return {
      name,
      state: "fault",
      text: `${shown} is named as ${NAMES[kind]}${/\.gz$/iu.test(path) ? " in gzip" : ""}, and is ${found ?? "something else"}.`,
      mend:
        found === "a file of an old Office program"
          ? "Save it as .xlsx or .csv in a spreadsheet program."
          : "Give it the ending of what it is, or download it again.",
    };
  }
  if (kind === "parquet" && lastBytes(path, PARQUET_END.length) !== PARQUET_END) {
    return {
      name,
      state: "fault",
      text: `${shown} is cut off: the end of a Parquet file is missing.`,
      mend: "Copy or download it again, after its writer has finished.",
    };
  }
  return undefined;
}

function lastBytes(path: string, length: number): string {
  const file = openSync(path, "r");
  try {
    const end = Buffer.alloc(length);
    readSync(file, end, 0, length, Math.max(0, fstatSync(file).size - length));
    return end.toString("latin1");
  } finally {
    closeSync(file);
  }
}
