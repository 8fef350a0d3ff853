import type { CliIo } from "../cli-io.ts";
import { blocks, type Chunks, writeWholeFile } from "./write-whole-file.ts";

/** To the file, whole or not at all, or to stdout. `-` is stdout. */
export async function deliver(chunks: Chunks, out: string | undefined, io: CliIo): Promise<void> {
  if (out !== undefined && out !== "-") return writeWholeFile(out, chunks);
  for await (const block of blocks(chunks)) io.out(block);
}
