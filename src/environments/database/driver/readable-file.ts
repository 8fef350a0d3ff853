import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { FuxiError } from "../../../errors/fuxi-error.ts";

/**
 * The real path of a readable file, or a clear refusal. The file is not opened here: closing a second handle of a database file would drop the
 * locks that the calling program may hold on it (POSIX locks belong to the process).
 */
export function readableFile(path: string): string {
  const name = basename(path);
  try {
    const facts = statSync(path);
    if (facts.isDirectory()) {
      throw new FuxiError("target-not-supported", `${name} is a folder, not a database file.`, {
        hint: "Name the file inside it.",
      });
    }
    if (!facts.isFile()) throw new FuxiError("target-not-supported", `${name} is not an ordinary file.`);
    accessSync(path, constants.R_OK);
    return realpathSync.native(path);
  } catch (error) {
    if (FuxiError.isInstance(error)) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EACCES" || code === "EPERM") {
      throw new FuxiError("target-denied", `${name} may not be read by this user.`, {
        hint: "Check the permissions of the file and its folders.",
      });
    }
    throw new FuxiError("target-not-found", `There is no file ${resolve(path)}.`, {
      hint: "Check the path; Fuxi never creates a database.",
    });
  }
}
