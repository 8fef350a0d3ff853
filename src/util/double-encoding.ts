/** A stretch of text that was encoded twice, and the character it stands for: `Ã¼` for `ü`. */
export interface BrokenPiece {
  readonly piece: string;
  readonly meant: string;
}

/** Bytes of the letters beyond ASCII in Windows-1252, as which the bytes of UTF-8 were read. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 128 }, (_, i) => {
    const byte = 128 + i;
    return [new TextDecoder("windows-1252").decode(Uint8Array.of(byte)), byte] as const;
  }),
);

/** The stretches of a text that are UTF-8 read as Windows-1252 (or Latin-1), each once. Empty for text that is as it should be. */
export function brokenPieces(text: string): readonly BrokenPiece[] {
  const found = new Map<string, string>();
  for (let at = 0; at < text.length; at++) {
    const piece = text.slice(at, at + lengthAt(text, at));
    const meant = piece.length > 1 ? decoded(piece) : undefined;
    if (meant === undefined) continue;
    found.set(piece, meant);
    at += piece.length - 1;
  }
  return [...found].map(([piece, meant]) => ({ piece, meant }));
}

/** The text as it was before it was encoded twice; undefined where nothing of it was. */
export function mendedText(text: string): string | undefined {
  const pieces = brokenPieces(text);
  if (pieces.length === 0) return undefined;
  return pieces.reduce((mended, { piece, meant }) => mended.replaceAll(piece, meant), text);
}

/** Characters that belong together where one of UTF-8's leading bytes stands here; else 1. */
function lengthAt(text: string, at: number): number {
  const lead = BYTES.get(text[at] ?? "") ?? 0;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 1;
}

function decoded(piece: string): string | undefined {
  const bytes = [...piece].map((letter) => BYTES.get(letter));
  if (bytes.some((byte) => byte === undefined)) return undefined;
  try {
    const meant = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes.map((b) => b ?? 0)));
    return /^\p{C}$/u.test(meant) ? undefined : meant;
  } catch {
    // Bytes that are no UTF-8 were never encoded twice: `SÃO PAULO`.
    return undefined;
  }
}
