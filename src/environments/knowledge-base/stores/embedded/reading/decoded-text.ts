import { setImmediate } from "node:timers/promises";

/** UTF-16 units that are given out at once; then the event loop gets its turn. */
const PIECE = 1 << 16;

export interface DecodedText {
  readonly text: string;
  /** Behind the text are bytes that are no UTF-8; nothing comes after it. */
  readonly fault: boolean;
}

/**
 * Bytes as text, in pieces. No character is cut in two.
 * @param encoding a name that `TextDecoder` knows
 */
export async function* decodedText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<DecodedText> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const decoded = decoder.decode(chunk, { stream: true });
    const wrong = encoding === "utf-8" ? replacedAt(decoded, chunk) : -1;
    const text = wrong < 0 ? decoded : decoded.slice(0, wrong);
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = at + PIECE;
      if (isHighSurrogate(text.charCodeAt(end - 1))) end++;
      yield { text: text.slice(at, end), fault: false };
      // Parsers that work in promises would never let anything else have its turn.
      await setImmediate();
    }
    if (wrong >= 0) {
      yield { text: "", fault: true };
      return;
    }
  }
  if (decoder.decode() !== "") yield { text: "", fault: true };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** Where the decoder had to put U+FFFD in place of something, or -1. */
function replacedAt(text: string, chunk: Uint8Array): number {
  const at = text.indexOf("\ufffd");
  if (at < 0) return -1;
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).includes("\ufffd") ? -1 : at;
}
