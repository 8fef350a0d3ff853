import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { constants, gunzipSync } from "node:zlib";
import { dataFileKind } from "../environments/database/drivers/duckdb/files/data-file.ts";
import { recogniseDocument } from "../environments/rest-api/document/recognise-document.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import {
  dataFilesTarget,
  folderTarget,
  isPattern,
  looksLikeTable,
  patternTarget,
} from "./data-file-target.ts";
import { SUPPORTED_TARGETS } from "./supported-targets.ts";
import type { Target } from "./target.ts";

/** Not looked into: closing a file would drop the locks that this process holds on it. */
const SQLITE_ALONE = new Set([".sqlite", ".sqlite3", ".db3", ".s3db"]);
const SQLITE_EXTENSIONS = new Set([...SQLITE_ALONE, ".db"]);
const SQLITE_MAGIC = "SQLite format 3\u0000";
const DUCKDB_EXTENSIONS = new Set([".duckdb", ".ddb"]);
/** Behind the checksum of eight bytes with which the file begins. */
const DUCKDB_MAGIC = "DUCK";
const RDF_EXTENSIONS = new Set(
  ".nt .ntriples .nq .nquads .ttl .turtle .trig .rdf .owl .rdfs .jsonld".split(" "),
);
/** Three columns of these are triples, unless names stand above them. */
const DELIMITED_EXTENSIONS = new Set([".tsv", ".psv", ".csv"]);
/** Extensions that triples are found under as well as anything else: their first line decides. */
const LOOSE_EXTENSIONS = new Set([".txt", ".xml", ".json", ".dat", ""]);
const DOCUMENT_EXTENSIONS = new Set([".json", ".yaml", ".yml", ".txt", ""]);
const HEAD_BYTES = 4096;

/**
 * @param as what the file was said to be; found out from its name and beginning unless given
 * @throws FuxiError `target-not-found`, `target-not-supported`
 */
export function fileTarget(path: string, as?: "api-document" | "rdf-file" | "data-files"): Target {
  const absolute = resolve(path);
  if (!existsSync(absolute)) {
    if (isPattern(path)) return patternTarget(path);
    throw new FuxiError("target-not-found", `There is no file ${path}.`, {
      hint: "Check the path, relative to the folder you are in.",
    });
  }
  if (statSync(absolute).isDirectory()) {
    const together = folderTarget(
      absolute,
      (file) => existsSync(file) && fileTarget(file).type !== "data-files",
    );
    if (together !== undefined) return together;
    throw folder(path, absolute);
  }
  const zipped = extname(absolute).toLowerCase() === ".gz";
  const plain = zipped ? absolute.slice(0, -".gz".length) : absolute;
  const extension = extname(plain).toLowerCase();
  const name = basename(plain, extname(plain));
  if (as === "api-document") return { type: "api-document", source: absolute, name: apiName(name) };
  if (as === "rdf-file") return { type: "rdf-file", path: absolute, name };
  const isData = dataFileKind(absolute) !== undefined;
  if (as === "data-files" && isData) return dataFilesTarget(name, [absolute]);
  if (!zipped && SQLITE_ALONE.has(extension)) return { type: "sqlite-file", path: absolute, name };
  if (!zipped && !startsLikeSqlite(absolute) && (DUCKDB_EXTENSIONS.has(extension) || isDuckdb(absolute))) {
    return { type: "duckdb-file", path: absolute, name };
  }
  if (!zipped && (SQLITE_EXTENSIONS.has(extension) || startsLikeSqlite(absolute))) {
    return { type: "sqlite-file", path: absolute, name };
  }
  if (RDF_EXTENSIONS.has(extension)) return { type: "rdf-file", path: absolute, name };
  if (DELIMITED_EXTENSIONS.has(extension)) {
    const head = headOf(absolute);
    const isTriples = looksLikeTriples(head) && !looksLikeTable(head);
    return isTriples ? { type: "rdf-file", path: absolute, name } : dataFilesTarget(name, [absolute]);
  }
  if (!zipped && DOCUMENT_EXTENSIONS.has(extension) && recogniseDocument(headOf(absolute))) {
    return { type: "api-document", source: absolute, name: apiName(name) };
  }
  if (!zipped && LOOSE_EXTENSIONS.has(extension) && looksLikeTriples(headOf(absolute))) {
    return { type: "rdf-file", path: absolute, name };
  }
  if (isData && extension !== ".txt") return dataFilesTarget(name, [absolute]);
  const hint =
    extension === ".xls"
      ? "Save it as .xlsx or .csv in a spreadsheet program: the old format of Excel is not read."
      : isData
        ? `If it is a table, write table:${path}`
        : SUPPORTED_TARGETS;
  throw new FuxiError("target-not-supported", `${path} is nothing that Fuxi can open.`, { hint });
}

/** `openapi` in a folder of its own says less than the folder. */
function apiName(name: string): string {
  return name.replace(/[._-]?(openapi|swagger)[._-]?/iu, "") || "api";
}

function folder(path: string, absolute: string): FuxiError {
  const known = readdirSync(absolute).filter((file) => {
    const extension = extname(file.replace(/\.gz$/iu, "")).toLowerCase();
    return [SQLITE_EXTENSIONS, DUCKDB_EXTENSIONS, RDF_EXTENSIONS].some((known) => known.has(extension));
  });
  if (known.length === 0) {
    return new FuxiError("target-not-supported", `The folder ${path} holds no file that Fuxi can open.`, {
      hint: "Data files (.csv, .xlsx, .json, .parquet, …) are looked for right in it, not in folders below.",
    });
  }
  const hint = `Name one of its files: ${known.slice(0, 5).join(", ")}.`;
  return new FuxiError("target-not-supported", `${path} is a folder.`, { hint });
}

function openedFile(path: string): number {
  try {
    return openSync(path, "r");
  } catch (cause) {
    throw new FuxiError("target-denied", `${basename(path)} may not be read.`, {
      hint: "Check who may read the file.",
      cause,
    });
  }
}

function headOf(path: string): string {
  const file = openedFile(path);
  try {
    const buffer = Buffer.alloc(HEAD_BYTES);
    const head = buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0));
    return (/\.gz$/iu.test(path) ? unpackedHead(head) : head).toString("utf8");
  } finally {
    closeSync(file);
  }
}

/** As much as the beginning of a `.gz` holds; nothing of what is none. */
function unpackedHead(head: Buffer): Buffer {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

function startsLikeSqlite(path: string): boolean {
  return headOf(path).startsWith(SQLITE_MAGIC);
}

function isDuckdb(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const magic = Buffer.alloc(DUCKDB_MAGIC.length);
    return readSync(file, magic, 0, magic.length, 8) > 0 && magic.toString("latin1") === DUCKDB_MAGIC;
  } finally {
    closeSync(file);
  }
}

/** RDF/XML, JSON-LD, N-Triples or three columns; what it is exactly is found out when it is loaded. */
function looksLikeTriples(head: string): boolean {
  if (/<rdf:RDF|"@(context|graph|id)"|^\s*@?prefix\s/imu.test(head)) return true;
  const lines = head
    .split(/\r?\n/u)
    .slice(0, -1)
    .filter((line) => line.trim() !== "")
    .slice(0, 5);
  const ntriples = (line: string): boolean => /^\s*(<[^>]*>|_:\S+)\s+<[^>]*>\s+.+\.\s*$/u.test(line);
  const columns = (line: string): boolean => /^[^\t|]+(\t+|\|)[^\t|]+\1[^\t|]*$/u.test(line);
  return lines.length > 0 && (lines.every(ntriples) || lines.every(columns));
}
