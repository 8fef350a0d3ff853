import { FuxiError } from "../../../../errors/fuxi-error.ts";

/** A stretch of neighbouring items (or members) of a container; `start` and `end` are byte offsets of their text without brackets. */
export interface Block {
  /** Index of its first item. */
  readonly first: number;
  readonly start: number;
  readonly end: number;
  /** Set where the block is a single container too large to be read at once: where its value begins, and its key in an object. */
  readonly large?: { readonly start: number; readonly key?: string };
}

export interface JsonBlocks {
  readonly kind: "array" | "object";
  readonly length: number;
  readonly blocks: readonly Block[];
}

/** Text of one block, as read at once. */
const BLOCK_BYTES = 32 * 1024;
/** Containers above this are read in blocks of their own. */
export const LARGE_BYTES = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Finds the items of the array or object whose bracket stands at `start`, in one pass over its bytes. What lies inside an item is only
 * checked when the item is read.
 * @throws FuxiError `data-invalid` where the text is no JSON
 */
export function jsonBlocks(bytes: Uint8Array, start: number): JsonBlocks {
  const kind = bytes[start] === OPEN_ARRAY ? "array" : "object";
  const close = kind === "array" ? CLOSE_ARRAY : CLOSE_OBJECT;
  const blocks: Block[] = [];
  let length = 0;
  let first = 0;
  let from = -1;
  let to = -1;
  let at = skipSpace(bytes, start + 1);
  while (bytes[at] !== close) {
    const itemStart = at;
    let keyEnd = at;
    if (kind === "object") {
      if (bytes[at] !== QUOTE) invalid(at);
      keyEnd = skipString(bytes, at);
      at = skipSpace(bytes, keyEnd);
      if (bytes[at] !== COLON) invalid(at);
      at = skipSpace(bytes, at + 1);
    }
    const end = skipValue(bytes, at);
    if (end - at > LARGE_BYTES && isContainer(bytes[at])) {
      flush();
      const key = kind === "object" ? readKey(bytes, itemStart, keyEnd) : undefined;
      const large = key === undefined ? { start: at } : { start: at, key };
      blocks.push({ first: length, start: itemStart, end, large });
    } else {
      if (from === -1) [from, first] = [itemStart, length];
      to = end;
      if (to - from >= BLOCK_BYTES) flush();
    }
    length++;
    at = skipSpace(bytes, end);
    if (bytes[at] === COMMA) {
      at = skipSpace(bytes, at + 1);
      if (bytes[at] === close) invalid(at);
    } else if (bytes[at] !== close) invalid(at);
  }
  flush();
  return { kind, length, blocks };

  function flush(): void {
    if (from !== -1) blocks.push({ first, start: from, end: to });
    from = -1;
  }
}

export function isContainer(byte: number | undefined): boolean {
  return byte === OPEN_ARRAY || byte === OPEN_OBJECT;
}

export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let byte = bytes[at]; byte === 32 || byte === 10 || byte === 13 || byte === 9; byte = bytes[at]) at++;
  return at;
}

/** The offset after the value that begins at `from`. */
export function skipValue(bytes: Uint8Array, from: number): number {
  const byte = bytes[from];
  if (byte === QUOTE) return skipString(bytes, from);
  let at = from;
  if (!isContainer(byte)) {
    while (at < bytes.length && !endsScalar(bytes[at] as number)) at++;
    return at === from ? invalid(from) : at;
  }
  let depth = 0;
  do {
    const next = bytes[at];
    if (next === undefined) return invalid(at);
    if (next === QUOTE) at = skipString(bytes, at);
    else {
      if (next === OPEN_ARRAY || next === OPEN_OBJECT) depth++;
      else if (next === CLOSE_ARRAY || next === CLOSE_OBJECT) depth--;
      at++;
    }
  } while (depth > 0);
  return at;
}

export function skipString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  for (let byte = bytes[at]; byte !== QUOTE; byte = bytes[at]) {
    if (byte === undefined) return invalid(at);
    at += byte === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT || byte <= 32;
}

function readKey(bytes: Uint8Array, from: number, to: number): string {
  try {
    return JSON.parse(new TextDecoder().decode(bytes.subarray(from, to)));
  } catch {
    return invalid(from);
  }
}

function invalid(at: number): never {
  throw new FuxiError("data-invalid", `The document is not valid JSON at byte ${at}.`);
}
