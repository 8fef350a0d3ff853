import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { FuxiError } from "../errors/fuxi-error.ts";

/** Something that a person named on the command line, recognised. */
export type Target =
  | { readonly type: "sqlite-file"; readonly path: string; readonly name: string }
  | { readonly type: "postgres-url"; readonly url: string; readonly name: string; readonly host: string }
  | { readonly type: "sample"; readonly name: string };

const SQLITE_EXTENSIONS = new Set([".sqlite", ".sqlite3", ".db", ".db3", ".s3db"]);
const SQLITE_MAGIC = "SQLite format 3\u0000";
const SUPPORTED =
  "Fuxi opens SQLite files (./shop.sqlite), PostgreSQL URLs (postgres://user@host/db) and sample:cinema.";

function startsLikeSqlite(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(SQLITE_MAGIC.length);
    readSync(file, head, 0, head.length, 0);
    return head.toString("latin1") === SQLITE_MAGIC;
  } finally {
    closeSync(file);
  }
}

function fileTarget(path: string): Target {
  const absolute = resolve(path);
  if (!existsSync(absolute)) {
    throw new FuxiError("target-not-found", `There is no file ${path}.`, {
      hint: "Check the path, relative to the folder you are in.",
    });
  }
  if (statSync(absolute).isDirectory()) {
    const databases = readdirSync(absolute).filter((file) =>
      SQLITE_EXTENSIONS.has(extname(file).toLowerCase()),
    );
    const hint =
      databases.length === 0 ? SUPPORTED : `Name one of its files: ${databases.slice(0, 5).join(", ")}.`;
    throw new FuxiError("target-not-supported", `${path} is a folder.`, { hint });
  }
  const name = basename(absolute, extname(absolute));
  if (SQLITE_EXTENSIONS.has(extname(absolute).toLowerCase()) || startsLikeSqlite(absolute)) {
    return { type: "sqlite-file", path: absolute, name };
  }
  const hint = [".csv", ".tsv"].includes(extname(absolute).toLowerCase())
    ? `Put it into a database first: sqlite3 ${name}.sqlite ".import --csv ${path} ${name}"`
    : SUPPORTED;
  throw new FuxiError("target-not-supported", `${path} is not a database that Fuxi knows.`, { hint });
}

function postgresTarget(text: string): Target {
  if (!URL.canParse(text)) {
    throw new FuxiError("usage", "The PostgreSQL URL cannot be read.", {
      hint: "Write postgres://user:password@host:port/database, with special characters percent-encoded.",
    });
  }
  const url = new URL(text);
  const name = decodeURIComponent(url.pathname.slice(1)) || "postgres";
  return { type: "postgres-url", url: text, name, host: url.host || "the local server" };
}

/**
 * Says what a target is. Nothing is opened but the first bytes of a file.
 * @throws FuxiError `target-not-found`, `target-not-supported`, `usage`
 */
export function recogniseTarget(text: string): Target {
  if (text.startsWith("sample:")) return { type: "sample", name: text.slice("sample:".length) };
  if (/^postgres(ql)?:\/\//i.test(text)) return postgresTarget(text);
  if (/^sqlite:/i.test(text)) return fileTarget(decodeURIComponent(text.replace(/^sqlite:(\/\/)?/i, "")));
  if (/^file:\/\//i.test(text)) return fileTarget(fileURLToPath(text));
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1];
  if (scheme !== undefined) {
    throw new FuxiError("target-not-supported", `Fuxi has no environment for ${scheme}:// targets.`, {
      hint: SUPPORTED,
    });
  }
  return fileTarget(text);
}

/** The target as it may be stored and shown: without a password. */
export function withoutCredentials(text: string): string {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  url.password = "";
  for (const key of [...url.searchParams.keys()])
    if (/pass|secret|token|key/i.test(key)) url.searchParams.delete(key);
  return url.toString();
}
