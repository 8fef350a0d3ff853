import { basename } from "node:path";
import type { Diagnosis } from "../../driver/diagnosis.ts";
import { fileDiagnosis, headOf, kindByHead, sizeOf } from "../../driver/file-look.ts";
import { lockHolders, shownProcess } from "../../driver/lock-holders.ts";

/** What can be told of a DuckDB file without opening it in the engine: whether it is one, what lies beside it, who has it open for writing. */
export function duckdbFileDiagnoses(
  path: string,
  shownBytes: (bytes: number) => string,
): readonly Diagnosis[] {
  const file = fileDiagnosis(path, shownBytes);
  if (file.state !== "ok") return [file];
  const kind = kindDiagnosis(path);
  if (kind.state === "fault") return [file, kind];
  return [file, kind, ...logDiagnoses(path, shownBytes), ...writerDiagnoses(path)];
}

function kindDiagnosis(path: string): Diagnosis {
  const name = "kind";
  const kind = kindByHead(headOf(path));
  if (kind === "a DuckDB database") return { name, state: "ok", text: "It is a DuckDB database." };
  const shown = basename(path);
  return {
    name,
    state: "fault",
    text:
      kind === undefined ? `${shown} is no DuckDB database.` : `${shown} is ${kind}, and no DuckDB database.`,
    mend:
      kind === "a SQLite database"
        ? `mv "${path}" "${path}.sqlite"   # its name says which engine opens it`
        : "Name the right file, or give it the ending of what it is.",
  };
}

function logDiagnoses(path: string, shownBytes: (bytes: number) => string): readonly Diagnosis[] {
  const log = sizeOf(`${path}.wal`);
  if (log === 0) return [];
  return [
    {
      name: "log",
      state: "warning",
      text: `${basename(path)}.wal holds ${shownBytes(log)} of changes that are not in the file yet: they are read, too, where the engine can do that without writing.`,
      mend: `duckdb "${path}" -c CHECKPOINT   # puts them into the file, while nobody else has it open`,
    },
  ];
}

/** Whoever may write has the whole file for himself. */
function writerDiagnoses(path: string): readonly Diagnosis[] {
  const name = "writer";
  const locks = lockHolders(path);
  if (locks === undefined) return [];
  const writer = locks.find(({ writes }) => writes);
  if (writer === undefined) return [{ name, state: "ok", text: "Nobody has it open for writing." }];
  return [
    {
      name,
      state: "fault",
      text: `${shownProcess(writer.processId)} has the file open for writing: DuckDB lets nobody read it meanwhile.`,
      mend:
        writer.processId === 0
          ? "Close the other program, or work on a copy."
          : `ps -o pid,etime,args -p ${writer.processId}   # close it, or work on a copy`,
    },
  ];
}
