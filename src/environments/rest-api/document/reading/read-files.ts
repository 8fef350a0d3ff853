import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { inTurn } from "../../../../util/in-turn.ts";
import type { Json, JsonObject } from "../../../../util/json.ts";
import { parseText } from "./parse-text.ts";
import { memberOf, type SourceFile } from "./place.ts";

/** Addresses of other files that a file's `$ref`s name, without their fragments. Those in examples count as well: a file too many does no harm. */
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

/** Where a document is: a path, an `http(s)` or `file` URL, its text, or the document itself, parsed. */
export type DocumentSource = string | { readonly text: string } | { readonly document: JsonObject };

/** What reading a document may reach, and how much. */
export interface LoadOptions {
  /** Ends reading. */
  readonly signal?: AbortSignal;
  /** Fetches what a URL names, under the caller's rules on addresses, redirects and size. Without it, URLs are refused. */
  readonly fetchText?: (url: string, signal: AbortSignal) => Promise<string>;
  /** Follows references out of the document's own folder or host. A document from a URL never reaches files. */
  readonly allowOutside?: boolean;
  /** Beyond them reading fails with `data-invalid`. */
  readonly limits?: {
    /** Files that one document may consist of (20,000). */
    readonly files?: number;
    /** Bytes of all of them (256 MB). */
    readonly bytes?: number;
  };
}

export const DEFAULT_LIMITS = { files: 20_000, bytes: 256_000_000 } as const;

/** A document's files, all read. */
export interface DocumentFiles {
  readonly root: SourceFile;
  /** In the order in which they were found; the root first. */
  readonly all: readonly SourceFile[];
  /** The file that an address means in a file, or why there is none. */
  find(from: SourceFile, address: string): SourceFile | { readonly problem: string };
}

const AT_ONCE = 16;

/**
 * Reads every file that the root and the files it leads to refer to, each once, some at a time. What cannot be read is kept as a problem.
 * @throws FuxiError `data-invalid` where they are too many or too large, `cancelled`
 */
export async function readFiles(
  root: SourceFile,
  rootBytes: number,
  options: LoadOptions & { readonly signal: AbortSignal },
): Promise<DocumentFiles> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const found = new Map<string, SourceFile | { readonly problem: string }>([[root.location, root]]);
  const all = [root];
  let bytes = rootBytes;

  const read = async (location: string): Promise<SourceFile | undefined> => {
    stopIfCancelled(options.signal);
    const name = nameOf(root.location, location);
    const result = await readLocation(location, options, limits.bytes - bytes);
    if (result.problem !== undefined) {
      if (result.code === "data-invalid") throw tooLarge(`more than ${limits.bytes} bytes`);
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
    if (bytes > limits.bytes) throw tooLarge(`more than ${limits.bytes} bytes`);
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
    if (all.length + open.size > limits.files) throw tooLarge(`more than ${limits.files} files`);
    const files = new Array<SourceFile | undefined>(open.size);
    await inTurn([...open], AT_ONCE, async (location, at) => {
      files[at] = await read(location);
      return { goOn: true };
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

/** How a file is called towards people: relative to the root's folder, a URL without what may be secret. */
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
    hint: "Raise the limits of loading, or bundle the part that you need into one file.",
  });
}

/** A file's text, or why there is none. */
type ReadText =
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

/** Where a reference leads: the file's location, or why it is not followed. */
export type Located =
  | { readonly location: string; readonly problem?: never }
  | { readonly problem: string; readonly location?: never };

const OUTSIDE =
  "lies outside the document's own folder or host and is not followed; move it inside, or allow references outside";

/** What `address` in the file at `from` names. `root`: location of the document's first file; empty where it was given as text or object. */
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

/** A path or URL that may be shown: without user, password and query. */
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
