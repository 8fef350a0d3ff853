import { readBody } from "./read-body.ts";

/**
 * The JSON text, in UTF-8, that an extraction from a body reads: JSON as it is, CSV and lines of JSON as a list, any other text as a JSON string,
 * `null` for an empty body, and `{ mediaType, bytes }` for one that is no text.
 */
export function documentBytes(body: Uint8Array, mediaType: string | undefined): Uint8Array {
  const read = readBody(body, mediaType);
  switch (read.kind) {
    case "json":
    case "lines":
    case "csv":
      return read.document;
    case "empty":
      return encode(null);
    case "binary":
      return encode({ mediaType: mediaType ?? null, bytes: body.length });
    default:
      return encode(read.text);
  }
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
