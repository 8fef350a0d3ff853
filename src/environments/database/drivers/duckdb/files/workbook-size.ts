import { type FileHandle, open } from "node:fs/promises";

const END = Buffer.from("PK\u0005\u0006");
const ENTRY = Buffer.from("PK\u0001\u0002");
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY_BYTES = 46;
/** Stands where a size does not fit into 32 bits. */
const ELSEWHERE = 0xffff_ffff;

/**
 * Bytes of XML in a workbook, unpacked, by what the directory of its archive says: nothing is unpacked for it. Pictures and the like do not
 * count, as they are not read. Undefined where there is no such directory.
 */
export async function workbookBytes(path: string): Promise<number | undefined> {
  const file = await open(path, "r");
  try {
    const directory = await directoryOf(file);
    return directory && sizes(directory).reduce((sum, size) => sum + size, 0);
  } finally {
    await file.close();
  }
}

async function directoryOf(file: FileHandle): Promise<Buffer | undefined> {
  const { size } = await file.stat();
  const tail = await bytesAt(file, Math.max(0, size - END_BYTES - LONGEST_COMMENT), size);
  const end = tail.lastIndexOf(END);
  if (end < 0 || end + END_BYTES > tail.length) return undefined;
  const from = tail.readUInt32LE(end + 16);
  return from > size ? undefined : bytesAt(file, from, Math.min(size, from + tail.readUInt32LE(end + 12)));
}

function sizes(directory: Buffer): readonly number[] {
  const found: number[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= directory.length && directory.subarray(at, at + 4).equals(ENTRY)) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const rest = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    const extra = at + ENTRY_BYTES + nameBytes;
    const name = directory.toString("utf8", at + ENTRY_BYTES, extra);
    const size = directory.readUInt32LE(at + 24);
    if (/\.xml(?:\.rels)?$/iu.test(name)) {
      // Of the long sizes, the unpacked one is the first of its block.
      const isLong =
        size === ELSEWHERE && extra + 12 <= directory.length && directory.readUInt16LE(extra) === 1;
      found.push(isLong ? Number(directory.readBigUInt64LE(extra + 4)) : size);
    }
    at = extra + rest;
  }
  return found;
}

async function bytesAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  return bytes.subarray(0, bytesRead);
}
