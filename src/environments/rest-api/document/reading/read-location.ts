import { readFile, realpath, stat } from "node:fs/promises";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import type { LoadOptions } from "./document-source.ts";
import { isUrl } from "./locate.ts";

/** A file's text, or why there is none. */
export type ReadText =
  | { readonly text: string; readonly bytes: number; readonly location: string; readonly problem?: never }
  | { readonly problem: string; readonly code: ReadProblem; readonly text?: never };

type ReadProblem = "target-not-found" | "target-denied" | "data-invalid";

/** Reads a path or URL; never more than `mostBytes` of a file. `location` is the real path, after links. */
export async function readLocation(
  location: string,
  { fetchText, signal }: LoadOptions & { readonly signal: AbortSignal },
  mostBytes: number,
): Promise<ReadText> {
  if (!isUrl(location)) return readPath(location, mostBytes);
  if (fetchText === undefined)
    return { code: "target-denied", problem: "is a web address, and addresses are not fetched here" };
  try {
    const text = await fetchText(location, signal);
    return { text, bytes: Buffer.byteLength(text), location };
  } catch (error) {
    if (signal.aborted) throw new FuxiError("cancelled", "Loading the document was cancelled.");
    // Only words that were written to be shown: a foreign error may hold the address with its credentials.
    const reason = FuxiError.isInstance(error) ? `: ${error.message.replace(/\.$/u, "")}` : "";
    const denied = FuxiError.isInstance(error) && error.code === "target-denied";
    return { code: denied ? "target-denied" : "target-not-found", problem: `could not be fetched${reason}` };
  }
}

async function readPath(path: string, mostBytes: number): Promise<ReadText> {
  try {
    const location = await realpath(path);
    const { size, isFile } = await stat(location).then((stats) => ({
      size: stats.size,
      isFile: stats.isFile(),
    }));
    if (!isFile) return { code: "target-not-found", problem: "is not a file" };
    if (size > mostBytes)
      return { code: "data-invalid", problem: `has ${size.toLocaleString("en")} bytes, more than are read` };
    return { text: decoded(await readFile(location)), bytes: size, location };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP"].includes(code))
      return { code: "target-not-found", problem: "does not exist" };
    if (["EACCES", "EPERM"].includes(code)) return { code: "target-denied", problem: "may not be read" };
    return { code: "target-not-found", problem: `cannot be read (${code || "unknown reason"})` };
  }
}

function decoded(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}
