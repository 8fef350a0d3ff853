import { open } from "node:fs/promises";
import { basename } from "node:path";
import { constants, gunzipSync } from "node:zlib";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";

const HEAD = 1 << 16;

/** A file before it is read. */
export interface SourceFile {
  readonly path: string;
  /** Without its folders. */
  readonly name: string;
  /** Bytes on disk. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly gzip: boolean;
  /** The first bytes, unpacked, at most 64 kB; all there are where `whole`. */
  readonly head: Uint8Array;
  readonly whole: boolean;
}

/** @throws FuxiError `target-not-found`, `target-denied`, `target-not-supported` (a folder or device), `target-corrupt` (gzip) */
export async function openSourceFile(path: string): Promise<SourceFile> {
  const name = basename(path);
  try {
    await using file = await open(path, "r");
    const facts = await file.stat();
    if (!facts.isFile()) {
      throw new FuxiError(
        "target-not-supported",
        `${name} is ${facts.isDirectory() ? "a folder" : "not a file"}.`,
        { hint: "Name a file with triples." },
      );
    }
    const bytes = Buffer.allocUnsafe(HEAD);
    const { bytesRead } = await file.read(bytes, 0, HEAD, 0);
    const raw = bytes.subarray(0, bytesRead);
    const gzip = raw[0] === 0x1f && raw[1] === 0x8b;
    const head = gzip ? unpacked(raw, name) : raw;
    return {
      ...{ path, name, size: facts.size, mtimeMs: facts.mtimeMs, gzip },
      head: head.subarray(0, HEAD),
      whole: bytesRead === facts.size && head.length <= HEAD,
    };
  } catch (error) {
    throw explained(error, name);
  }
}

function unpacked(raw: Uint8Array, name: string): Uint8Array {
  try {
    return gunzipSync(raw, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch (cause) {
    throw new FuxiError("target-corrupt", `${name} begins like a gzip file but cannot be unpacked.`, {
      cause,
    });
  }
}

function explained(error: unknown, name: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
    case "ENOTDIR":
      return new FuxiError("target-not-found", `There is no file ${name}.`, { cause: error });
    case "EISDIR":
      return new FuxiError("target-not-supported", `${name} is a folder.`, {
        hint: "Name a file with triples.",
      });
    case "EACCES":
    case "EPERM":
      return new FuxiError("target-denied", `${name} may not be read.`, { cause: error });
    default:
      return error;
  }
}
