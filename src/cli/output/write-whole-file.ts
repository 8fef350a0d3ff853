import { randomUUID } from "node:crypto";
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { filesMeant } from "../../config/chosen-file.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { CliIo } from "../cli-io.ts";

export type Chunk = string | Uint8Array;
export type Chunks = Iterable<Chunk> | AsyncIterable<Chunk>;

const BLOCK = 1 << 16;

/**
 * Refuses, before any work, a path that cannot be written, or that is one of the targets.
 * @throws FuxiError `usage`
 */
export function checkWritable(path: string, targets: readonly string[] = []): void {
  const file = finalPath(path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw refused(`${path} is a folder.`, "Name a file in it.");
  if (found !== undefined && !found.isFile())
    throw refused(`${path} is no ordinary file.`, "Leave --out away: the result goes to stdout then.");
  const sources = targets.flatMap(filesMeant).map(finalPath);
  if (sources.includes(file))
    throw refused(`${path} is what is asked about, and would be overwritten.`, "Name another file.");
  const folder = dirname(file);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw refused(
      `There is no folder ${dirname(path)} that may be written.`,
      "Make it, or name a file elsewhere.",
    );
  }
}

/**
 * Writes a temporary file and renames it at the end, so that there is never a partial file. An existing file stays until then.
 * @throws FuxiError `output-not-written`, or whatever `chunks` throws
 */
export async function writeWholeFile(path: string, chunks: Chunks): Promise<void> {
  const file = finalPath(path);
  const temporary = join(dirname(file), `.${basename(file).slice(0, 100)}.${randomUUID()}.tmp`);
  const handle = await open(temporary, "wx").catch((cause) => {
    throw notWritten(path, cause);
  });
  try {
    try {
      for await (const block of blocks(chunks))
        await handle.writeFile(block).catch((cause) => Promise.reject(notWritten(path, cause)));
    } finally {
      await handle.close();
    }
    await rename(temporary, file).catch((cause) => Promise.reject(notWritten(path, cause)));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Joins small pieces of text into blocks: a system call for each row would be slow. */
export async function* blocks(chunks: Chunks): AsyncGenerator<Chunk> {
  let text = "";
  for await (const chunk of chunks) {
    if (typeof chunk === "string") text += chunk;
    if (text !== "" && (typeof chunk !== "string" || text.length >= BLOCK)) {
      yield text;
      text = "";
    }
    if (typeof chunk !== "string") yield chunk;
  }
  if (text !== "") yield text;
}

/** The target of a link, which is written instead of the link. */
function finalPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function notWritten(path: string, cause: unknown): FuxiError {
  const full = (cause as NodeJS.ErrnoException).code === "ENOSPC";
  return new FuxiError(
    "output-not-written",
    `${path} cannot be written${full ? ": the disk is full" : ""}.`,
    {
      hint: "An answer is kept all the same: fuxi runs list names the run, and fuxi runs show <run> --out FILE writes it elsewhere.",
      cause,
    },
  );
}

function refused(message: string, hint: string): FuxiError {
  return new FuxiError("usage", message, { hint });
}

/** Writes to the file, as a whole or not at all, or to stdout (`-`). */
export async function deliver(chunks: Chunks, out: string | undefined, io: CliIo): Promise<void> {
  if (out !== undefined && out !== "-") return writeWholeFile(out, chunks);
  for await (const block of blocks(chunks)) io.out(block);
}
