import { FuxiError } from "../errors/fuxi-error.ts";

/** Primary result codes of SQLite; the extended ones carry them in their low byte. */
const BUSY = [5, 6];
const DAMAGED = [11, 26];

/** Runs `work` on a store file and gives what SQLite throws a code of ours. */
export function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translated(path, error);
  }
}

function translated(path: string, cause: unknown): unknown {
  const code = (cause as { errcode?: unknown } | null)?.errcode;
  if (typeof code !== "number") return cause;
  const primary = code & 0xff;
  if (DAMAGED.includes(primary)) return damaged(path, cause);
  if (BUSY.includes(primary)) {
    return new FuxiError("store-unavailable", `The store ${path} is held by another process.`, {
      hint: "Try again when the other process has ended.",
      cause,
    });
  }
  return new FuxiError("store-unavailable", `The store ${path} cannot be read or written.`, {
    hint: "Check the free space and the rights of the folder.",
    cause,
  });
}

export function damaged(path: string, cause?: unknown): FuxiError {
  return new FuxiError("store-corrupt", `The store ${path} is damaged.`, {
    hint: "Move it away to begin a new one, or restore it from a copy.",
    cause,
  });
}

/**
 * What a store wrote as JSON.
 * @throws FuxiError `store-corrupt`
 */
export function stored<T>(path: string, text: unknown): T {
  try {
    return JSON.parse(String(text)) as T;
  } catch (cause) {
    throw damaged(path, cause);
  }
}
