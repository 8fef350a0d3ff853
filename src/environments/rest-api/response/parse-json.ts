import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Json } from "../../../util/json.ts";
import { isContainer, type JsonBlocks, jsonBlocks, skipSpace } from "../extract/large/json-blocks.ts";

/** A JSON document, or the beginning of each list in it where it is large. */
export interface ReadJson {
  readonly value: Json;
  /** The true length of a list of which only the beginning is in `value`, and the true number of members of an object. */
  lengthOf(container: object): number;
}

/** Bodies above this are read in part, so that this process never holds them parsed. */
const WHOLE_BYTES = 4_000_000;

/** Undefined where the text is no JSON. A byte-order mark is the caller's to remove. */
export function parseJson(bytes: Uint8Array): ReadJson | undefined {
  const lengths = new WeakMap<object, number>();
  const lengthOf = (container: object): number =>
    lengths.get(container) ?? (Array.isArray(container) ? container.length : Object.keys(container).length);
  try {
    const start = skipSpace(bytes, 0);
    if (bytes.length <= WHOLE_BYTES || !isContainer(bytes[start]))
      return { value: parseSlice(bytes, 0, bytes.length), lengthOf };
    return { value: beginning(bytes, start, lengths, 0), lengthOf };
  } catch (error) {
    if (error instanceof SyntaxError || FuxiError.isInstance(error)) return undefined;
    throw error;
  }
}

/** The first block of a container, and the beginning of what is large in it: its first item, or its first members. */
function beginning(bytes: Uint8Array, start: number, lengths: WeakMap<object, number>, depth: number): Json {
  const { kind, length, blocks } = jsonBlocks(bytes, start);
  const taken: [string, Json][] = [];
  const items: Json[] = [];
  for (const block of blocks.slice(0, kind === "array" || depth > 3 ? 1 : 50)) read(block);
  const container = kind === "array" ? items : Object.fromEntries(taken);
  lengths.set(container, length);
  return container;

  function read({ start: from, end, large }: JsonBlocks["blocks"][number]): void {
    if (large !== undefined) {
      const value = beginning(bytes, large.start, lengths, depth + 1);
      if (large.key === undefined) items.push(value);
      else taken.push([large.key, value]);
    } else {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString("utf8");
      if (kind === "array") items.push(...(JSON.parse(`[${text}]`) as Json[]));
      else taken.push(...(Object.entries(JSON.parse(`{${text}}`)) as [string, Json][]));
    }
  }
}

function parseSlice(bytes: Uint8Array, from: number, to: number): Json {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("utf8"));
}
