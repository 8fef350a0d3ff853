import type { Diagnosis } from "../../environments/database/driver/diagnosis.ts";
import { fileDiagnosis, sizeOf } from "../../environments/database/driver/file-look.ts";
import { shownBytes } from "../kept/shown-bytes.ts";
import type { Target } from "../target.ts";
import type { Examination } from "./check.ts";

const SHOWN_FAULTS = 5;

/** What a target's files are before an engine opens them. False where something keeps them from being opened. */
export async function checkFile(target: Target, exam: Examination): Promise<boolean> {
  switch (target.type) {
    case "sqlite-file": {
      const { sqliteFileDiagnoses } = await import(
        "../../environments/database/drivers/sqlite/sqlite-file-diagnosis.ts"
      );
      return exam.look("file", () => sqliteFileDiagnoses(target.path, shownBytes));
    }
    case "duckdb-file": {
      const { duckdbFileDiagnoses } = await import(
        "../../environments/database/drivers/duckdb/duckdb-file-diagnosis.ts"
      );
      return exam.look("file", () => duckdbFileDiagnoses(target.path, shownBytes));
    }
    case "data-files": {
      const { dataFileFault } = await import(
        "../../environments/database/drivers/duckdb/files/data-file-diagnosis.ts"
      );
      const files = [...target.files, ...target.groups.flatMap((group) => group.files)];
      return exam.look("files", () =>
        filesDiagnoses(
          files,
          files.flatMap((path) => dataFileFault(path, shownBytes) ?? []),
        ),
      );
    }
    case "rdf-file":
      return exam.look("file", () => fileDiagnosis(target.path, shownBytes));
    default:
      return true;
  }
}

function filesDiagnoses(files: readonly string[], found: readonly Diagnosis[]): readonly Diagnosis[] {
  const bytes = files.reduce((sum, path) => sum + sizeOf(path), 0);
  const name = "files";
  const all = files.length === 1 ? "The file" : `All ${files.length} files`;
  if (found.length === 0) {
    return [{ name, state: "ok", text: `${all} can be read (${shownBytes(bytes)}).` }];
  }
  const more = found.length - SHOWN_FAULTS;
  return [
    ...found.slice(0, SHOWN_FAULTS),
    ...(more > 0
      ? [{ name, state: "warning", text: `and ${more} more of ${files.length} files` } as const]
      : []),
  ];
}
