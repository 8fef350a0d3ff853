import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import type { SourceFile } from "./source-file.ts";

const CHUNK = 1 << 20;
/** Unpacked chunks that wait for the reader. */
const MOST_WAITING = 4;

export interface ChunkOptions {
  readonly signal: AbortSignal;
  /** Bytes of the file itself, packed or not, since the last call. */
  readonly onRead?: (bytes: number) => void;
  /** A gzip file is cut off or damaged: what was unpacked so far was given out, and nothing comes after it. */
  readonly onFault: (reason: string) => void;
}

/** The unpacked bytes of a file, about 1 MB at a time. A chunk is good until the next is asked for. */
export function readChunks(file: SourceFile, options: ChunkOptions): AsyncGenerator<Uint8Array> {
  return file.gzip ? unpack(file.path, options) : readPlain(file.path, options);
}

async function* readPlain(path: string, { signal, onRead }: ChunkOptions): AsyncGenerator<Uint8Array> {
  await using file = await open(path, "r");
  let [current, other] = [Buffer.allocUnsafeSlow(CHUNK), Buffer.allocUnsafeSlow(CHUNK)];
  let pending = file.read(current, 0, CHUNK, null);
  try {
    for (;;) {
      const { bytesRead } = await pending;
      signal.throwIfAborted();
      if (bytesRead === 0) return;
      // The next chunk is read while this one is worked on.
      pending = file.read(other, 0, CHUNK, null);
      onRead?.(bytesRead);
      yield current.subarray(0, bytesRead);
      [current, other] = [other, current];
    }
  } finally {
    await pending.catch(() => undefined);
  }
}

async function* unpack(path: string, { signal, onRead, onFault }: ChunkOptions): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const gunzip = createGunzip({ chunkSize: CHUNK });
  const waiting: Uint8Array[] = [];
  const end: { reached: boolean; fault?: Error; unreadable?: Error } = { reached: false };
  let wake = (): void => undefined;
  file.on("data", (bytes) => onRead?.(bytes.length));
  file.on("error", (error) => {
    end.unreadable = error;
    wake();
  });
  gunzip.on("data", (bytes: Uint8Array) => {
    waiting.push(bytes);
    if (waiting.length >= MOST_WAITING) gunzip.pause();
    wake();
  });
  gunzip.on("error", (error) => {
    end.fault = error;
    wake();
  });
  gunzip.on("end", () => {
    end.reached = true;
    wake();
  });
  file.pipe(gunzip);
  try {
    for (;;) {
      signal.throwIfAborted();
      const chunk = waiting.shift();
      if (chunk !== undefined) {
        yield chunk;
        continue;
      }
      if (end.unreadable !== undefined) throw end.unreadable;
      if (end.fault !== undefined) {
        onFault(gzipFault(end.fault));
        return;
      }
      if (end.reached) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        gunzip.resume();
      });
    }
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

function gzipFault(error: Error): string {
  return (error as NodeJS.ErrnoException).code === "Z_BUF_ERROR"
    ? "the gzip file is cut off here"
    : `the gzip file is damaged here: ${error.message}`;
}
