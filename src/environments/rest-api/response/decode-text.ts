import { hasWideMark } from "./media-kind.ts";

export interface DecodedText {
  readonly text: string;
  /** Set where the bytes were not in the character set that the server named. */
  readonly complaint?: string;
}

/** Text by its byte-order mark, then by the named character set, then as UTF-8, then as windows-1252, which takes every byte. */
export function decodeText(body: Uint8Array, mediaType: string | undefined): DecodedText {
  const named = /charset\s*=\s*"?([^";\s]+)/i.exec(mediaType ?? "")?.[1];
  if (hasWideMark(body)) return { text: decode(body, body[0] === 0xff ? "utf-16le" : "utf-16be") ?? "" };
  const text = decode(body, named ?? "utf-8");
  if (text !== undefined) return { text };
  const fallback = decode(body, "utf-8");
  return {
    text: fallback ?? new TextDecoder("windows-1252").decode(body),
    complaint: `The body is not in the character set ${named ?? "utf-8"}; it was read as ${fallback === undefined ? "windows-1252" : "utf-8"}.`,
  };
}

/** Without a byte-order mark; undefined where the bytes are not valid, or the name is not known. */
function decode(body: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
