import { fileAddress } from "../../environments/database/driver/address/file-address.ts";
import { serverAddress } from "../../environments/database/driver/address/server-address.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";

/** Why a text is no address of a database, to be read behind its key; undefined where it is one. */
export function dsnProblem(text: string): string | undefined {
  try {
    if (fileAddress(text) !== undefined || serverAddress(text) !== undefined) return undefined;
  } catch (error) {
    if (!FuxiError.isInstance(error)) throw error;
    return `cannot be used: ${[error.message, error.hint].join(" ").replace(/\.$/u, "")}`;
  }
  return "has to be a postgres://, mysql:// or mariadb:// address";
}

export function isServerDsn(text: string): boolean {
  try {
    return fileAddress(text) === undefined && serverAddress(text) !== undefined;
  } catch {
    return false;
  }
}
