import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { constants, createGunzip, gunzipSync } from "node:zlib";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";

const HEAD = 1 << 16;
const CHUNK = 1 << 20;

/** A file before it is read. */
export interface SourceFile {
  readonly path: string;
  /** Without its folders. */
  readonly name: string;
  /** Bytes on disk. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly gzip: boolean;
  /** The first bytes, decompressed, at most 64 kB. */
  readonly head: Uint8Array;
}

/** @throws FuxiError `target-not-found`, `target-denied`, `target-not-supported` (a folder or device), `target-corrupt` (gzip) */
export async function openSourceFile(path: string): Promise<SourceFile> {
  const name = basename(path);
  try {
    await using file = await open(path, "r");
    const facts = await file.stat();
    if (!facts.isFile()) throw notAFile(name, facts.isDirectory() ? "a folder" : "not a file");
    const bytes = Buffer.allocUnsafe(HEAD);
    const { bytesRead } = await file.read(bytes, 0, HEAD, 0);
    const raw = bytes.subarray(0, bytesRead);
    const gzip = raw[0] === 0x1f && raw[1] === 0x8b;
    const head = gzip ? unpacked(raw, name) : raw;
    const { size, mtimeMs } = facts;
    return { path, name, size, mtimeMs, gzip, head: head.subarray(0, HEAD) };
  } catch (error) {
    throw explained(error, name);
  }
}

export interface ChunkOptions {
  readonly signal: AbortSignal;
  /** Called with the bytes of the file read so far, before decompression. */
  readonly onRead?: (bytes: number) => void;
}

/** The decompressed bytes of a file, in chunks. @throws FuxiError `target-corrupt` if a gzip file is cut off or damaged */
export async function* readChunks(
  { path, name, gzip }: SourceFile,
  { signal, onRead }: ChunkOptions,
): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const stream = gzip ? file.pipe(createGunzip()) : file;
  file.on("error", (error) => stream.destroy(error));
  try {
    for await (const chunk of stream) {
      signal.throwIfAborted();
      onRead?.(file.bytesRead);
      yield chunk as Uint8Array;
    }
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith("Z_") ? notUnpacked(name, error) : error;
  } finally {
    file.destroy();
    stream.destroy();
  }
}

function unpacked(raw: Uint8Array, name: string): Uint8Array {
  try {
    return gunzipSync(raw, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch (cause) {
    throw notUnpacked(name, cause);
  }
}

function notUnpacked(name: string, cause: unknown): FuxiError {
  return new FuxiError("target-corrupt", `${name} is a gzip file that is cut off or damaged.`, { cause });
}

function explained(error: unknown, name: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
    case "ENOTDIR":
      return new FuxiError("target-not-found", `There is no file ${name}.`, { cause: error });
    case "EISDIR":
      return notAFile(name, "a folder");
    case "EACCES":
    case "EPERM":
      return new FuxiError("target-denied", `${name} may not be read.`, { cause: error });
    default:
      return error;
  }
}

function notAFile(name: string, what: string): FuxiError {
  return new FuxiError("target-not-supported", `${name} is ${what}.`, { hint: "Name a file with triples." });
}
