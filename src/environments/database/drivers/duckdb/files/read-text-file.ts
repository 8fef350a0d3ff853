import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { type EncodingFacts, type EncodingPlan, encodingPlan } from "./encoding.ts";

const PIECE_BYTES = 1 << 20;

/** So much of a file shows how it is written. */
const SAMPLE_BYTES = 500_000;

/** The text of a file as it is read. */
export interface TextFile {
  /** Pieces of about a million characters; the last may be empty. */
  readonly pieces: AsyncIterable<string>;
  /** What its bytes are, as far as they are read. */
  facts(): EncodingFacts;
  /** Bytes of the file that are read. */
  bytesRead(): number;
}

/** The beginning of a text file, and how the whole of it is read. */
export interface TextSample {
  readonly text: string;
  /** The text is all that the file has. */
  readonly complete: boolean;
  readonly plan: EncodingPlan;
}

/**
 * Reads the beginning of a text file, `.gz` unpacked, and finds its encoding.
 * @param told the encoding that was named for it
 * @throws FuxiError `target-corrupt` for a damaged `.gz`, `data-invalid` where bytes are none in the encoding that was named
 */
export async function sampleTextFile(
  path: string,
  signal: AbortSignal,
  told: string | undefined,
): Promise<TextSample> {
  const { pieces } = readBytes(path, signal);
  const head: Uint8Array[] = [];
  let length = 0;
  let complete = true;
  for await (const piece of pieces) {
    head.push(piece);
    length += piece.length;
    complete = length <= SAMPLE_BYTES;
    if (!complete) break;
  }
  const bytes = head.length === 1 && head[0] !== undefined ? head[0] : Buffer.concat(head);
  const plan = encodingPlan(bytes, { told, complete });
  const decoding = plan.begin();
  const text = decoding.decode(bytes);
  return { text: complete ? text + decoding.end() : text, complete, plan };
}

/** Opens a text file, `.gz` unpacked. @throws FuxiError as `sampleTextFile`, while it is read */
export function readTextFile(path: string, signal: AbortSignal, plan: EncodingPlan): TextFile {
  const bytes = readBytes(path, signal);
  const decoding = plan.begin();
  async function* pieces(): AsyncGenerator<string> {
    for await (const piece of bytes.pieces) yield decoding.decode(piece);
    yield decoding.end();
  }
  return { pieces: pieces(), facts: decoding.facts, bytesRead: bytes.read };
}

function readBytes(
  path: string,
  signal: AbortSignal,
): { readonly pieces: AsyncIterable<Uint8Array>; read(): number } {
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
  const bytes = /\.gz$/iu.test(path) ? unpacked(file) : file;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of bytes) {
        if (signal.aborted) throw new FuxiError("cancelled", "Loading was cancelled.");
        yield piece;
      }
    } catch (cause) {
      if (FuxiError.isInstance(cause)) throw cause;
      throw new FuxiError("target-corrupt", "The file could not be read to its end.", {
        hint: "Check that the file is whole, and that it may be read.",
        cause,
      });
    } finally {
      file.destroy();
    }
  }
  return { pieces: pieces(), read: () => file.bytesRead };
}

function unpacked(file: Readable): Readable {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  file.on("error", (error) => gunzip.destroy(error));
  return file.pipe(gunzip);
}
