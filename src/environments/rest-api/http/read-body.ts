import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

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
  const chunks: Uint8Array[] = [];
  let total = 0;
  const source = decoded(body, encoding?.trim().toLowerCase() ?? "");
  try {
    for await (const chunk of source) {
      const bytes = chunk as Uint8Array;
      total += bytes.length;
      if (total > most) throw new BodyTooLarge(`The response is larger than ${most} bytes.`);
      chunks.push(bytes);
    }
  } finally {
    source.destroy();
    body.destroy();
  }
  return Buffer.concat(chunks);
}

function decoded(body: Readable, encoding: string): Readable {
  const unpack =
    encoding === "gzip" || encoding === "x-gzip"
      ? createGunzip()
      : encoding === "br"
        ? createBrotliDecompress()
        : encoding === "deflate"
          ? createInflate()
          : undefined;
  if (unpack === undefined) return body;
  body.on("error", (error) => unpack.destroy(error));
  return body.pipe(unpack);
}
