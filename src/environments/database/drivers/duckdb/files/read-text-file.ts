import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { type EncodingFacts, type TextDecoding, textDecoding } from "./decode-text.ts";

const PIECE_BYTES = 1 << 20;

/** The text of a file as it is read. */
export interface TextFile {
  /** Pieces of about a million characters; the last may be empty. */
  readonly pieces: AsyncIterable<string>;
  /** What its bytes are, as far as they are read. */
  facts(): EncodingFacts;
  /** Bytes of the file that are read. */
  bytesRead(): number;
}

/** Opens a text file in whatever encoding it is, `.gz` unpacked. @throws FuxiError `target-corrupt` for a damaged `.gz` */
export function readTextFile(path: string, signal: AbortSignal): TextFile {
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
  const bytes = /\.gz$/iu.test(path) ? unpacked(file) : file;
  let decoding: TextDecoding | undefined;
  async function* pieces(): AsyncGenerator<string> {
    try {
      for await (const piece of bytes) {
        if (signal.aborted) throw new FuxiError("cancelled", "Loading was cancelled.");
        decoding ??= textDecoding(piece);
        yield decoding.decode(piece);
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
    yield decoding?.end() ?? "";
  }
  return {
    pieces: pieces(),
    facts: () => decoding?.facts() ?? { encoding: "UTF-8", strayBytes: 0, nuls: 0 },
    bytesRead: () => file.bytesRead,
  };
}

function unpacked(file: Readable): Readable {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  file.on("error", (error) => gunzip.destroy(error));
  return file.pipe(gunzip);
}
