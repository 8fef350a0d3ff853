import { closeSync, openSync, readSync } from "node:fs";
import type { LogPath } from "../../driver/file-version.ts";

/** The file format's version for reading (offset 19 of the header): 1 for a rollback journal, 2 for a write-ahead log. */
const READ_VERSION = { offset: 19, rollback: 1 };

/**
 * The write-ahead log of a SQLite file, or none for a file that the header says has a rollback journal. Going over to a log writes the header, which
 * shows in the file's state: the header is read once for each. A look at a file that is not there takes as long as one at a file that is.
 */
export function writeAheadLog(path: string): LogPath {
  let known: { readonly state: string; readonly logPath: string | undefined } | undefined;
  return (state) => {
    if (known?.state !== state)
      known = { state, logPath: hasRollbackJournal(path) ? undefined : `${path}-wal` };
    return known.logPath;
  };
}

function hasRollbackJournal(path: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const version = Buffer.alloc(1);
    readSync(file, version, 0, 1, READ_VERSION.offset);
    return version[0] === READ_VERSION.rollback;
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
