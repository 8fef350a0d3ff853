import { accessSync, constants, statSync } from "node:fs";
import { basename } from "node:path";
import type { Diagnosis } from "../../environments/database/driver/diagnosis.ts";
import { shownBytes } from "../kept/entries.ts";
import type { Target } from "../recognise-target.ts";
import type { Examination } from "./check.ts";

const SHOWN_FAULTS = 5;

/**
 * Whether a target's files are there, may be read and have something in them. What they hold is told by the engine that opens them next.
 * False where something keeps them from being opened.
 */
export async function checkFile(target: Target, exam: Examination): Promise<boolean> {
  switch (target.type) {
    case "sqlite-file":
    case "duckdb-file":
    case "rdf-file":
      return exam.look("file", () => fileDiagnosis(target.path));
    case "data-files": {
      const files = [...target.files, ...target.groups.flatMap((group) => group.files)];
      return exam.look("files", () => filesDiagnoses(files));
    }
    default:
      return true;
  }
}

function fileDiagnosis(path: string): Diagnosis {
  const name = "file";
  const shown = basename(path);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined)
    return { name, state: "fault", text: `There is no file ${shown}.`, mend: "Check the path." };
  try {
    accessSync(path, constants.R_OK);
  } catch {
    return {
      name,
      state: "fault",
      text: `${shown} may not be read by this user.`,
      mend: `ls -l "${path}"   # then: chmod u+r "${path}", or ask its owner`,
    };
  }
  if (facts.size > 0) return { name, state: "ok", text: `${shown} can be read (${shownBytes(facts.size)}).` };
  return {
    name,
    state: "warning",
    text: `${shown} is empty.`,
    mend: "Check that it is the right file, and that it was copied whole.",
  };
}

function filesDiagnoses(files: readonly string[]): readonly Diagnosis[] {
  const found = files.map(fileDiagnosis).filter(({ state }) => state !== "ok");
  const name = "files";
  if (found.length === 0) {
    const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
    const all = files.length === 1 ? "The file" : `All ${files.length} files`;
    return [{ name, state: "ok", text: `${all} can be read (${shownBytes(bytes)}).` }];
  }
  const more = found.length - SHOWN_FAULTS;
  const others = `and ${more} more of ${files.length} files`;
  return [
    ...found.slice(0, SHOWN_FAULTS),
    ...(more > 0 ? [{ name, state: "warning", text: others } as const] : []),
  ];
}
