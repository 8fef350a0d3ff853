export const FEED = 10;
export const RETURN = 13;
export const SPACE = 32;
export const TAB = 9;
export const QUOTE = 34;
export const HASH = 35;
export const DASH = 45;
export const STOP = 46;
export const COLON = 58;
export const LESS = 60;
export const GREATER = 62;
export const AT = 64;
export const BACKSLASH = 92;
export const HAT = 94;
export const UNDERSCORE = 95;

/** 1 for bytes that may not stand in an IRI as they are; the end of it is among them. */
export const STOPS_IRI = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= SPACE || '<>"{}|^`\\'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
/** 1 for bytes that end a blank node's label. */
export const STOPS_LABEL = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= SPACE || '<>"{}|^`\\@,;()[]#'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

export function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

export function isLanguageByte(byte: number): boolean {
  return isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || byte === DASH;
}

export function isAbsolute(bytes: Uint8Array, start: number, end: number): boolean {
  if (!isLetter(bytes[start] as number)) return false;
  for (let i = start + 1; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte === COLON) return true;
    if (!isLanguageByte(byte) && byte !== 0x2b && byte !== STOP) return false;
  }
  return false;
}

export function shown(byte: number): string {
  if (byte === SPACE) return "space";
  return byte < SPACE ? `U+${byte.toString(16).toUpperCase().padStart(4, "0")}` : String.fromCharCode(byte);
}
