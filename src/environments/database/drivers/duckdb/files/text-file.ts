import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { beginDecoding, type EncodingFacts, type TextDecoding } from "./encoding.ts";
import { type Loader, throwIfCancelled } from "./loader.ts";

const PIECE_BYTES = 1 << 20;
/** Bytes from which a file's format is detected. */
const SAMPLE_BYTES = 500_000;

/** The engine's copy of a text file. */
export interface TextCopy {
  /** The beginning of the text. */
  readonly head: string;
  readonly facts: EncodingFacts;
}

/**
 * Copies a text file, `.gz` unpacked, as UTF-8 with line feeds as line ends and without NULs.
 * @param told the encoding that the user named
 * @param last a text to append
 * @throws FuxiError `target-corrupt` for a damaged file
 */
export async function copyText(
  { signal }: Pick<Loader, "signal">,
  path: string,
  to: string,
  { told, last = "", onBytes = () => {} }: CopyOptions,
): Promise<TextCopy> {
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
  const gunzip = /\.gz$/iu.test(path) ? createGunzip({ chunkSize: PIECE_BYTES }) : undefined;
  if (gunzip) file.on("error", (error) => gunzip.destroy(error));
  const bytes = gunzip === undefined ? file : file.pipe(gunzip);
  let decoding: TextDecoding | undefined;
  let head = "";
  let isCut = false;
  const lines = (text: string): string => {
    const whole = isCut ? `\r${text}` : text;
    isCut = whole.endsWith("\r");
    const known = isCut ? whole.slice(0, -1) : whole;
    const fed = known.includes("\r") ? known.replace(/\r\n?/gu, "\n") : known;
    if (head.length < SAMPLE_BYTES) head += fed;
    return fed;
  };
  const begin = (sample: Buffer, complete: boolean): string => {
    decoding = beginDecoding(sample, { told, complete });
    return decoding.decode(sample);
  };
  async function* pieces(): AsyncGenerator<string> {
    let sample = Buffer.alloc(0);
    for await (const piece of bytes) {
      throwIfCancelled(signal);
      onBytes(file.bytesRead);
      if (decoding !== undefined) yield lines(decoding.decode(piece));
      else {
        sample = Buffer.concat([sample, piece]);
        if (sample.length > SAMPLE_BYTES) yield lines(begin(sample, false));
      }
    }
    if (decoding === undefined) yield lines(begin(sample, true));
    yield lines(decoding?.end() ?? "");
    yield (isCut ? "\n" : "") + last;
  }
  try {
    await writeFile(to, pieces(), { mode: 0o600 });
  } catch (cause) {
    if (FuxiError.isInstance(cause) || isDiskFull(cause)) throw cause;
    throw new FuxiError("target-corrupt", "The file could not be read to its end.", {
      hint: "Check that the file is whole, and that it may be read.",
      cause,
    });
  } finally {
    file.destroy();
  }
  return {
    head,
    facts: (decoding as TextDecoding | undefined)?.facts() ?? { encoding: "UTF-8", misfits: 0, nuls: 0 },
  };
}

interface CopyOptions {
  readonly told: string | undefined;
  readonly last?: string;
  /** Called with the bytes read so far. */
  readonly onBytes?: (read: number) => void;
}

function isDiskFull(error: unknown): boolean {
  return (error as { code?: unknown }).code === "ENOSPC";
}
