import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import type { SourceFile } from "./source-file.ts";

const CHUNK = 1 << 20;
const SMALL_CHUNK = 1 << 10;
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

/**
 * The unpacker gives out nothing of the chunk in which it finds damage. So it starts again then, in small chunks, and passes over what was given
 * out already.
 */
async function* unpack(path: string, options: ChunkOptions): AsyncGenerator<Uint8Array> {
  let given = 0;
  let fault: Error | undefined;
  for await (const chunk of inflate(path, options, CHUNK, (error) => {
    fault = error;
  })) {
    given += chunk.length;
    yield chunk;
  }
  if (fault === undefined) return;
  if (!isCutOff(fault)) {
    const { signal, onFault } = options;
    let passed = 0;
    for await (const chunk of inflate(path, { signal, onFault }, SMALL_CHUNK, () => undefined)) {
      passed += chunk.length;
      if (passed > given) yield chunk.subarray(Math.max(0, chunk.length - (passed - given)));
    }
  }
  options.onFault(
    isCutOff(fault) ? "the gzip file is cut off here" : `the gzip file is damaged here: ${fault.message}`,
  );
}

async function* inflate(
  path: string,
  { signal, onRead }: ChunkOptions,
  chunkSize: number,
  onFault: (error: Error) => void,
): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const gunzip = createGunzip({ chunkSize });
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
      if (end.fault !== undefined) onFault(end.fault);
      if (end.fault !== undefined || end.reached) return;
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

function isCutOff(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === "Z_BUF_ERROR";
}
