import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { FuxiError } from "../errors/fuxi-error.ts";

/**
 * Text and mode of the same file, whatever is put in its place meanwhile.
 * @param what as a message calls it: "The file of tokens"
 * @throws FuxiError `configuration-invalid` where it cannot be read
 */
export function contentAndMode(
  path: string,
  what: string,
  hint: string,
): { readonly text: string; readonly mode: number } {
  try {
    const file = openSync(path, "r");
    try {
      return { mode: fstatSync(file).mode, text: readFileSync(file, "utf8") };
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw new FuxiError("configuration-invalid", `${what} cannot be read: ${path}`, { hint, cause });
  }
}
