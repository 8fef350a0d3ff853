import { skipSpace, skipString, skipValue } from "../extract/large/json-blocks.ts";

/** Where the items of a list stand in the text of a JSON document, as byte offsets. */
export interface ListText {
  /** After the opening bracket. */
  readonly from: number;
  /** Of the closing bracket. */
  readonly to: number;
}

const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;

/**
 * Finds the list under a path of keys and indexes.
 * @throws FuxiError `data-invalid` where the text is no JSON
 */
export function listText(bytes: Uint8Array, path: readonly string[]): ListText | undefined {
  let at: number | undefined = skipSpace(bytes, 0);
  for (const key of path) {
    at = bytes[at] === OPEN_ARRAY ? itemStart(bytes, at, Number(key)) : memberStart(bytes, at, key);
    if (at === undefined) return undefined;
  }
  const end = skipValue(bytes, at);
  return bytes[end - 1] === CLOSE_ARRAY ? { from: at + 1, to: end - 1 } : undefined;
}

/** Where the value of the last item begins and ends; undefined for an empty list. */
export function lastItemText(bytes: Uint8Array, { from, to }: ListText): ListText | undefined {
  let last: ListText | undefined;
  let at = skipSpace(bytes, from);
  while (at < to) {
    const end = skipValue(bytes, at);
    last = { from: at, to: end };
    at = skipSpace(bytes, end);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
  return last;
}

function itemStart(bytes: Uint8Array, array: number, wanted: number): number | undefined {
  let at = skipSpace(bytes, array + 1);
  for (let index = 0; at < bytes.length && bytes[at] !== CLOSE_ARRAY; index++) {
    if (index === wanted) return at;
    at = skipSpace(bytes, skipValue(bytes, at));
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
  return undefined;
}

function memberStart(bytes: Uint8Array, object: number, wanted: string): number | undefined {
  let found: number | undefined;
  let at = skipSpace(bytes, object + 1);
  while (at < bytes.length && bytes[at] !== CLOSE_OBJECT) {
    const keyEnd = skipString(bytes, at);
    const key = JSON.parse(Buffer.from(bytes.subarray(at, keyEnd)).toString("utf8")) as string;
    // The colon stands between.
    const value = skipSpace(bytes, skipSpace(bytes, keyEnd) + 1);
    // Of members with the same name the last counts, as for `JSON.parse`.
    if (key === wanted) found = value;
    at = skipSpace(bytes, skipValue(bytes, value));
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
  return found;
}
