import { isContainer, type JsonBlocks, jsonBlocks, LARGE_BYTES, skipSpace } from "./json-blocks.ts";

/**
 * What the sandbox asks about a document that it does not hold itself. All answers are JSON texts: a `Value` is read at once, a `List` or
 * `Members` block by block.
 */
export interface LargeDocument {
  /** `{ value }`, `{ list, length, firsts }` or `{ members, blocks }`; `list` and `members` are the container's number. */
  open(start: number): string;
  /** An array (or object) of the block's items, or the offset of the one value that is too large for that. */
  block(container: number, block: number): string;
  /** The block that holds a key, or -1. */
  find(container: number, key: string): number;
}

export function largeDocument(bytes: Uint8Array): LargeDocument {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const containers: JsonBlocks[] = [];
  const keys = new Map<number, ReadonlyMap<string, number>>();

  return {
    open(start) {
      const at = skipSpace(bytes, start);
      if (!isContainer(bytes[at])) return `{"value":${buffer.toString("utf8", at)}}`;
      const blocks = jsonBlocks(bytes, at);
      containers.push(blocks);
      const number = containers.length - 1;
      return blocks.kind === "array"
        ? `{"list":${number},"length":${blocks.length},"firsts":[${blocks.blocks.map(({ first }) => first)}]}`
        : `{"members":${number},"blocks":${blocks.blocks.length}}`;
    },
    block(container, index) {
      const { kind, blocks } = containers[container] as JsonBlocks;
      const block = blocks[index];
      if (block === undefined) return "[]";
      if (block.large !== undefined) return JSON.stringify(block.large);
      const text = buffer.toString("utf8", block.start, block.end);
      return kind === "array" ? `[${text}]` : `[{${text}}]`;
    },
    find(container, key) {
      let known = keys.get(container);
      if (known === undefined) {
        known = keysOf(buffer, containers[container] as JsonBlocks);
        keys.set(container, known);
      }
      return known.get(key) ?? -1;
    },
  };
}

function keysOf(buffer: Buffer, { blocks }: JsonBlocks): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  for (const [index, { start, end, large }] of blocks.entries()) {
    if (large?.key !== undefined) known.set(large.key, index);
    else
      for (const key of Object.keys(JSON.parse(`{${buffer.toString("utf8", start, end)}}`)))
        known.set(key, index);
  }
  return known;
}

/** Whether a document of this size is read block by block. */
export function isLarge(bytes: number, wholeBelow: number): boolean {
  return bytes > Math.max(wholeBelow, LARGE_BYTES);
}
