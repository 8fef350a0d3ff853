import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

/** Thrown where a body, decompressed, is larger than the cap. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/** The whole body, decompressed as it comes so that a small one that unpacks to a huge one is stopped at the cap. */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  most: number,
): Promise<Uint8Array> {
  const raw = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  let first = await raw.next();
  while (first.done !== true && first.value.length === 0) first = await raw.next();
  // Answers without a body may name an encoding all the same.
  if (first.done === true) return new Uint8Array();
  const source = unpacked(Readable.from(whole(first.value, raw)), encoding ?? "", first.value[0] ?? 0);
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of source) {
      const bytes = chunk as Uint8Array;
      total += bytes.length;
      if (total > most) throw tooLarge(most);
      chunks.push(bytes);
    }
  } finally {
    source.destroy();
    abandon(body);
  }
  return Buffer.concat(chunks);
}

export function tooLarge(most: number): BodyTooLarge {
  return new BodyTooLarge(`The response is larger than ${most} bytes.`);
}

/** Ends a body that nobody reads on; that it was not read is no fault. */
export function abandon(body: Readable): void {
  body.on("error", () => undefined);
  body.destroy();
}

async function* whole(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array, undefined>,
): AsyncGenerator<Uint8Array, void> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** Of several encodings the last was applied last. */
function unpacked(body: Readable, encodings: string, first: number): Readable {
  const names = encodings.split(",").map((name) => name.trim().toLowerCase());
  return names.toReversed().reduce((source, name) => {
    const unpack = unpackerFor(name, first);
    // An error of either side comes out where the last is read.
    return unpack === undefined ? source : pipeline(source, unpack, () => undefined);
  }, body);
}

function unpackerFor(encoding: string, first: number): (Readable & Transform) | undefined {
  if (encoding === "gzip" || encoding === "x-gzip") return createGunzip();
  if (encoding === "br") return createBrotliDecompress();
  // Some servers send bare deflate streams under this name, without the header of zlib.
  if (encoding === "deflate") return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
  return undefined;
}
