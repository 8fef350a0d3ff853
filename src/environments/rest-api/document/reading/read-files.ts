import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import type { Json, JsonObject } from "../../../../util/json.ts";
import { inTurn } from "../../../../util/turns.ts";
import { fetchDocumentText } from "./fetch-document-text.ts";
import { parseText } from "./parse-text.ts";
import { memberOf, type SourceFile } from "./place.ts";

/** Addresses of other files in a file's `$ref`s, without fragments. Includes those in examples: reading a file too many does no harm. */
function outgoingAddresses(value: Json): ReadonlySet<string> {
  const addresses = new Set<string>();
  const seen = new Set<object>();
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    const reference = memberOf(next, "$ref");
    if (typeof reference === "string") addresses.add(addressOf(reference));
    for (const each of Object.values(next)) if (typeof each === "object") open.push(each);
  }
  addresses.delete("");
  return addresses;
}

export function addressOf(reference: string): string {
  const hash = reference.indexOf("#");
  return (hash === -1 ? reference : reference.slice(0, hash)).trim();
}

/** A document: its path, `http(s)` or `file` URL, its text, or its parsed value. */
export type DocumentSource = string | { readonly text: string } | { readonly document: JsonObject };

/** Limits on which files and hosts reading a document may reach. */
export interface LoadOptions {
  /** Cancels reading. */
  readonly signal?: AbortSignal;
  /** Hosts that may be reached although their address is private, beside that of the document itself. */
  readonly trustedHosts?: readonly string[];
  /** Follows references out of the document's own folder or host. A document from a URL never reaches files. */
  readonly allowOutside?: boolean;
}

/** Limits for all files of one document together. */
const MOST_FILES = 20_000;
export const MOST_BYTES = 256_000_000;

/** A document's files, all read. */
export interface DocumentFiles {
  readonly root: SourceFile;
  /** In the order in which they were found; the root first. */
  readonly all: readonly SourceFile[];
  /** The file at an address written in `from`, or the reason why there is none. */
  find(from: SourceFile, address: string): SourceFile | { readonly problem: string };
}

const AT_ONCE = 16;

/**
 * Reads all files that the root refers to, directly or through other files, each once and several at a time. Unreadable files are recorded as problems.
 * @throws FuxiError `data-invalid` for too many or too large files, `cancelled`
 */
export async function readFiles(
  root: SourceFile,
  rootBytes: number,
  options: LoadOptions & { readonly signal: AbortSignal },
): Promise<DocumentFiles> {
  const found = new Map<string, SourceFile | { readonly problem: string }>([[root.location, root]]);
  const all = [root];
  let bytes = rootBytes;

  const read = async (location: string): Promise<SourceFile | undefined> => {
    stopIfCancelled(options.signal);
    const name = nameOf(root.location, location);
    const result = await readLocation(location, options, MOST_BYTES - bytes);
    if (result.problem !== undefined) {
      if (result.code === "data-invalid") throw tooLarge(`more than ${MOST_BYTES} bytes`);
      found.set(location, { problem: `"${name}" ${result.problem}` });
      return undefined;
    }
    const inside = isUrl(location) || isInside(dirname(root.location), result.location);
    if (!inside && options.allowOutside !== true) {
      found.set(location, { problem: `"${name}" is a link out of the document's own folder` });
      return undefined;
    }
    const known = found.get(result.location);
    if (known !== undefined && result.location !== location) {
      found.set(location, known);
      return undefined;
    }
    bytes += result.bytes;
    if (bytes > MOST_BYTES) throw tooLarge(`more than ${MOST_BYTES} bytes`);
    const { value, problem } = parseText(result.text);
    if (problem !== undefined) {
      found.set(location, { problem: `"${name}" cannot be parsed: ${problem}` });
      return undefined;
    }
    const file: SourceFile = { location: result.location, name, value };
    found.set(location, file).set(result.location, file);
    all.push(file);
    return file;
  };

  const leadsOf = (file: SourceFile): readonly string[] => {
    return [...outgoingAddresses(file.value)].flatMap((address) => {
      const { location } = locate(root.location, file.location, address, options.allowOutside === true);
      return location === undefined || found.has(location) ? [] : [location];
    });
  };

  for (let open = new Set(leadsOf(root)); open.size > 0; ) {
    if (all.length + open.size > MOST_FILES) throw tooLarge(`more than ${MOST_FILES} files`);
    const files = new Array<SourceFile | undefined>(open.size);
    await inTurn([...open], AT_ONCE, async (location, at) => {
      files[at] = await read(location);
      return { continues: true };
    });
    open = new Set(files.flatMap((file) => (file === undefined ? [] : leadsOf(file))));
  }
  return {
    root,
    all,
    find(from, address) {
      const located = locate(root.location, from.location, address, options.allowOutside === true);
      if (located.problem !== undefined) return located;
      return found.get(located.location) ?? { problem: `"${shown(address)}" was not read` };
    },
  };
}

/** A file's name for people: relative to the root's folder, or a URL without secrets. */
export function nameOf(root: string, location: string): string {
  if (isUrl(location)) {
    const folder = shown(root).replace(/[^/]*$/u, "");
    const own = shown(location);
    return own.startsWith(folder) && own !== folder ? own.slice(folder.length) : own;
  }
  return root === "" ? location : relative(dirname(root), location).replaceAll("\\", "/");
}

export function stopIfCancelled(signal: AbortSignal): void {
  if (signal.aborted)
    throw new FuxiError("cancelled", "Loading the document was cancelled.", { cause: signal.reason });
}

function tooLarge(what: string): FuxiError {
  return new FuxiError("data-invalid", `The document consists of ${what}.`, {
    hint: "Bundle the part that you need into one file.",
  });
}

/** A file's text, or the reason why it cannot be read. */
type ReadText =
  | { readonly text: string; readonly bytes: number; readonly location: string; readonly problem?: never }
  | { readonly problem: string; readonly code: ReadProblem; readonly text?: never };

type ReadProblem = "target-not-found" | "target-denied" | "data-invalid";

/** Reads a path or URL; never more than `mostBytes` of a file. `location` is the real path, after links. */
export async function readLocation(
  location: string,
  { trustedHosts = [], signal }: LoadOptions & { readonly signal: AbortSignal },
  mostBytes: number,
): Promise<ReadText> {
  if (!isUrl(location)) return readPath(location, mostBytes);
  try {
    const text = await fetchDocumentText(location, { signal, trustedHosts });
    return { text, bytes: Buffer.byteLength(text), location };
  } catch (error) {
    if (signal.aborted) throw new FuxiError("cancelled", "Loading the document was cancelled.");
    // Shows only messages of Fuxi's own errors: others may contain the address with its credentials.
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

/** The location of a referenced file, or the reason why the reference is not followed. */
type Located =
  | { readonly location: string; readonly problem?: never }
  | { readonly problem: string; readonly location?: never };

const OUTSIDE =
  "lies outside the document's own folder or host and is not followed; move it inside, or allow references outside";

/** Resolves `address`, written in the file at `from`. `root`: location of the document's first file; empty if it was given as text or object. */
export function locate(root: string, from: string, address: string, allowOutside: boolean): Located {
  if (root === "" && !isUrl(address))
    return { problem: `"${address}" cannot be found: the document was given without its place` };
  if (isUrl(from) || isUrl(address)) {
    const url = URL.parse(address, isUrl(from) ? from : undefined);
    if (url === null) return { problem: `"${address}" is no address` };
    url.hash = "";
    if (!isUrl(url.href)) return { problem: `"${address}" is no web address, as the document's own is` };
    const inside = isUrl(root) && url.origin === new URL(root).origin;
    return inside || allowOutside ? { location: url.href } : { problem: `"${shown(address)}" ${OUTSIDE}` };
  }
  const path = filePathOf(address);
  if (path === undefined) return { problem: `"${address}" is neither a path nor a web address` };
  const location = resolve(dirname(from), path);
  if (!allowOutside && !isInside(dirname(root), location)) return { problem: `"${address}" ${OUTSIDE}` };
  return { location };
}

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

export function isUrl(address: string): boolean {
  return /^https?:\/\//iu.test(address);
}

/** A path or URL for people: without user, password and query. */
export function shown(location: string): string {
  if (!isUrl(location)) return location;
  const url = URL.parse(location);
  return url === null ? location.replace(/[?#].*$/u, "") : `${url.origin}${url.pathname}`;
}

function filePathOf(address: string): string | undefined {
  if (/^file:/iu.test(address)) return URL.canParse(address) ? fileURLToPath(address) : undefined;
  if (/^[a-z][a-z0-9+.-]+:/iu.test(address)) return undefined;
  const path = address.replace(/\?.*$/u, "").replaceAll("\\", "/");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
