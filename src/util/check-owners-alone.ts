import { FuxiError } from "../errors/fuxi-error.ts";

const READ_BY_OTHERS = 0o077;
const WRITTEN_BY_OTHERS = 0o022;

/**
 * Checks that a file of secrets is readable, or at least writable, by its owner only. Windows modes say nothing, so there it always passes.
 * @param instead an alternative to changing the mode, for the hint's brackets
 * @throws FuxiError `configuration-invalid`
 */
export function checkOwnersAlone(
  path: string,
  mode: number,
  what: "read" | "change",
  instead?: string,
): void {
  const others = what === "read" ? READ_BY_OTHERS : WRITTEN_BY_OTHERS;
  if (process.platform === "win32" || (mode & others) === 0) return;
  throw new FuxiError("configuration-invalid", `Others than its owner may ${what} ${path}.`, {
    hint: `Run: chmod 600 ${path}${instead === undefined ? "" : ` (${instead})`}`,
  });
}
