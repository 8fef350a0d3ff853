import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

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
