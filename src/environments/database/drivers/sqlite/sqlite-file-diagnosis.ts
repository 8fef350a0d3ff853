import { basename } from "node:path";
import type { Diagnosis } from "../../driver/diagnosis.ts";
import { fileDiagnosis, headOf, kindByHead, mayWriteBeside, sizeOf } from "../../driver/file-look.ts";
import { lockHolders, shownProcess } from "../../driver/lock-holders.ts";

/** Places in the header of a SQLite file (https://sqlite.org/fileformat2.html). */
const AT = { pageSize: 16, readVersion: 19, changes: 24, pages: 28, sizeIsOfChange: 92 } as const;
const LARGEST_PAGE = 65_536;
const WITH_LOG = 2;
/** Bytes that a writer locks: in the file itself, and with a write-ahead log in the `-shm` file beside it. */
const PENDING_BYTE = 0x40_00_00_00;
const RESERVED_BYTE = PENDING_BYTE + 1;
const LOG_WRITE_BYTE = 120;

/**
 * What can be told of a SQLite file without opening it in the engine: whether it is one and whole, what lies beside it, who writes to it. Not for
 * a process that has the file open in SQLite itself.
 */
export function sqliteFileDiagnoses(
  path: string,
  shownBytes: (bytes: number) => string,
): readonly Diagnosis[] {
  const file = fileDiagnosis(path, shownBytes);
  if (file.state !== "ok") return [file];
  const head = headOf(path);
  const kind = kindDiagnosis(path, head);
  if (kind.state === "fault") return [file, kind];
  return [file, kind, ...besideDiagnoses(path, head, shownBytes), ...writerDiagnoses(path)];
}

function kindDiagnosis(path: string, head: Buffer): Diagnosis {
  const name = "kind";
  const shown = basename(path);
  const kind = kindByHead(head);
  if (kind !== "a SQLite database") {
    return {
      name,
      state: "fault",
      text:
        kind === undefined
          ? `${shown} is no SQLite database; its content may be text, or encrypted.`
          : `${shown} is ${kind}, and no SQLite database.`,
      mend:
        kind === "a DuckDB database"
          ? `mv "${path}" "${path}.duckdb"   # its name says which engine opens it`
          : "Name the right file, or give it the ending of what it is; of an encrypted one make a copy that is not.",
    };
  }
  const size = sizeOf(path);
  const missing = missingBytes(path, head, size);
  if (missing > 0) {
    return {
      name,
      state: "fault",
      text: `${shown} is cut off: its header tells of ${size + missing} bytes, and there are ${size}.`,
      mend: "Copy or download it again, while nobody writes to it; else restore it from a backup.",
    };
  }
  return {
    name,
    state: "ok",
    text: `It is a SQLite database${head[AT.readVersion] === WITH_LOG ? " with a write-ahead log" : ""}.`,
  };
}

/** Old versions leave the number of pages as it was; a log may hold those that are not in the file yet. */
function missingBytes(path: string, head: Buffer, size: number): number {
  const isCurrent = head.readUInt32BE(AT.changes) === head.readUInt32BE(AT.sizeIsOfChange);
  if (!isCurrent || sizeOf(`${path}-wal`) > 0) return 0;
  const page = head.readUInt16BE(AT.pageSize);
  return head.readUInt32BE(AT.pages) * (page === 1 ? LARGEST_PAGE : page) - size;
}

function besideDiagnoses(
  path: string,
  head: Buffer,
  shownBytes: (bytes: number) => string,
): readonly Diagnosis[] {
  const shown = basename(path);
  const found: Diagnosis[] = [];
  const [log, journal] = [sizeOf(`${path}-wal`), sizeOf(`${path}-journal`)];
  if (log > 0) {
    found.push({
      name: "log",
      state: "ok",
      text: `${shown}-wal holds ${shownBytes(log)} that are not in the file yet; they are read, too. A copy needs both.`,
    });
  }
  if (journal > 0 && isHot(`${path}-journal`)) {
    found.push({
      name: "journal",
      state: "warning",
      text: `${shown}-journal is that of a program that is writing, or that died while it did: then the file cannot be read before it is undone.`,
      mend: `sqlite3 "${path}" "SELECT count(*) FROM sqlite_schema"   # opens it for writing, which undoes what was left`,
    });
  }
  if (!mayWriteBeside(path)) found.push(folderDiagnosis(path, head, log));
  return found;
}

/** A journal that was ended has zeros in the place of its header. */
function isHot(path: string): boolean {
  try {
    return headOf(path)
      .subarray(0, 8)
      .some((byte) => byte !== 0);
  } catch {
    return true;
  }
}

function folderDiagnosis(path: string, head: Buffer, log: number): Diagnosis {
  const name = "folder";
  if (head[AT.readVersion] !== WITH_LOG) {
    return { name, state: "ok", text: "The folder cannot be written to, which reading does not need." };
  }
  if (log === 0) {
    return {
      name,
      state: "ok",
      text: "The folder cannot be written to: the file is taken for one that does not change.",
    };
  }
  return {
    name,
    state: "warning",
    text: "The folder cannot be written to, and there is a log: without its -shm file beside it nobody can read that.",
    mend: `sqlite3 "${path}" "PRAGMA wal_checkpoint(TRUNCATE)"   # as its owner, while nobody else has it open`,
  };
}

function writerDiagnoses(path: string): readonly Diagnosis[] {
  const name = "writer";
  const locks = lockHolders(path);
  if (locks === undefined) return [];
  const covers = (byte: number) => (lock: { writes: boolean; start: number; end: number }) =>
    lock.writes && lock.start <= byte && byte <= lock.end;
  const shuts = locks.find(covers(PENDING_BYTE));
  if (shuts !== undefined) {
    return [
      {
        name,
        state: "fault",
        text: `${shownProcess(shuts.processId)} is writing to the file and keeps readers out.`,
        mend: processMend(shuts.processId, "Wait until it has finished, or work on a copy."),
      },
    ];
  }
  const writes =
    locks.find(covers(RESERVED_BYTE)) ?? (lockHolders(`${path}-shm`) ?? []).find(covers(LOG_WRITE_BYTE));
  if (writes === undefined) return [{ name, state: "ok", text: "Nobody is writing to it now." }];
  return [
    {
      name,
      state: "warning",
      text: `${shownProcess(writes.processId)} is writing to the file: what it has not committed yet is not seen, and a question may have to wait.`,
      mend: processMend(writes.processId, "Ask again when it has finished."),
    },
  ];
}

function processMend(processId: number, otherwise: string): string {
  return processId === 0 ? otherwise : `ps -o pid,etime,args -p ${processId}   # ${otherwise}`;
}
