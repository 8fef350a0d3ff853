import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Diagnosis } from "./diagnosis.ts";

const HEAD_BYTES = 512;

/** What a file's first bytes are, by those who begin so: whoever renames a file changes nothing of it. */
const BEGINNINGS: readonly { readonly says: (head: Buffer) => boolean; readonly kind: string }[] = [
  { says: (head) => head.toString("latin1", 0, 16) === "SQLite format 3\0", kind: "a SQLite database" },
  { says: (head) => head.toString("latin1", 8, 12) === "DUCK", kind: "a DuckDB database" },
  { says: (head) => head.toString("latin1", 0, 4) === "PAR1", kind: "a Parquet file" },
  {
    says: (head) => head.toString("latin1", 0, 4) === "PK\u0003\u0004",
    kind: "a ZIP archive (a workbook is one, too)",
  },
  { says: (head) => head.readUInt32BE(0) === 0xd0cf11e0, kind: "a file of an old Office program" },
  { says: (head) => head.readUInt16BE(0) === 0x1f8b, kind: "compressed with gzip" },
  { says: (head) => head.toString("latin1", 0, 5) === "%PDF-", kind: "a PDF" },
  { says: (head) => /^\s*<(?:!doctype html|html)/iu.test(head.toString("latin1")), kind: "a web page" },
  {
    says: (head) => head.toString("latin1", 0, 7) === "version" && head.includes("git-lfs"),
    kind: "the pointer of Git LFS to a file, not the file",
  },
];

/** The beginning of a file, zeros behind its end. Never of one that this process has open in SQLite: closing drops the locks that it holds. */
export function headOf(path: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, "r");
  try {
    readSync(file, head, 0, HEAD_BYTES, 0);
    return head;
  } finally {
    closeSync(file);
  }
}

/** What a file is by its first bytes, "a PDF"; undefined for text and what is not known. */
export function kindByHead(head: Buffer): string | undefined {
  return BEGINNINGS.find(({ says }) => says(head))?.kind;
}

/** Whether a file is there, can be read and has anything in it. `shownBytes` says its size to a person. */
export function fileDiagnosis(path: string, shownBytes: (bytes: number) => string): Diagnosis {
  const name = "file";
  const shown = basename(path);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined)
    return { name, state: "fault", text: `There is no file ${shown}.`, mend: "Check the path." };
  if (!isAllowed(path, constants.R_OK)) {
    return {
      name,
      state: "fault",
      text: `${shown} may not be read by this user.`,
      mend: `ls -l "${path}"   # then: chmod u+r "${path}", or ask its owner`,
    };
  }
  if (facts.size === 0) {
    return {
      name,
      state: "warning",
      text: `${shown} is empty.`,
      mend: "Check that it is the right file, and that it was copied whole.",
    };
  }
  return { name, state: "ok", text: `${shown} can be read (${shownBytes(facts.size)}).` };
}

/** Whether this user may write in the folder of a file, which engines need for what they keep beside it. */
export function mayWriteBeside(path: string): boolean {
  return isAllowed(dirname(path), constants.W_OK | constants.X_OK);
}

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
