import { dirname, relative } from "node:path";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { inTurn } from "../../../../util/in-turn.ts";
import { DEFAULT_LIMITS, type LoadOptions } from "./document-source.ts";
import { isInside, isUrl, locate, shown } from "./locate.ts";
import { outgoingAddresses } from "./outgoing-addresses.ts";
import { parseText } from "./parse-text.ts";
import type { SourceFile } from "./place.ts";
import { readLocation } from "./read-location.ts";

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
