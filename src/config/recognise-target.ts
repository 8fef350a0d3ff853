import { closeSync, existsSync, globSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { constants, gunzipSync } from "node:zlib";
import { fileAddress } from "../environments/database/driver/address/file-address.ts";
import { type ServerAddress, serverAddress } from "../environments/database/driver/address/server-address.ts";
import {
  ENGINES,
  exampleAddress,
  FILE_ENGINES,
  type FileEngineName,
  type ServerEngineName,
} from "../environments/database/driver/engine-list.ts";
import { dataFileKind, dataFileName } from "../environments/database/drivers/duckdb/files/data-file.ts";
import { detectDelimiting, sampleRecords } from "../environments/database/drivers/duckdb/files/delimiting.ts";
import { detectHeader } from "../environments/database/drivers/duckdb/files/detect-header.ts";
import { recogniseDocument } from "../environments/rest-api/document/recognise-document.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { chosenFile } from "./chosen-file.ts";
import { hostOf, serverUrl, withoutCredentials } from "./target-names.ts";

/** Data files, which become tables of one database. */
export type DataFilesTarget = Extract<Target, { readonly type: "data-files" }>;

const TRIPLE_WIDTH = 3;

function dataFilesTarget(name: string, files: readonly string[]): DataFilesTarget {
  return { type: "data-files", name, files, groups: [] };
}

/**
 * Whether delimited text is a table rather than triples: it does not have three columns, or has a header.
 * @param head the beginning of the file
 */
function looksLikeTable(head: string): boolean {
  const how = detectDelimiting(head);
  const records = sampleRecords(head, how).map(({ cells }) => cells);
  const [first] = records;
  if (first === undefined || how.delimiter === "") return false;
  if (first.length !== TRIPLE_WIDTH) return true;
  return detectHeader(records, TRIPLE_WIDTH).at !== undefined;
}

function isPattern(text: string): boolean {
  return /[*?]|\[.+\]|\{.+,.+\}/u.test(text);
}

/**
 * The data files that match a pattern. Files with the same columns become one table.
 * @throws FuxiError `target-not-found`
 */
function patternTarget(pattern: string): DataFilesTarget {
  const found = globSync(pattern).map((path) => resolve(path));
  const files = found
    .filter((path) => dataFileKind(path) !== undefined && statSync(path).isFile())
    .toSorted();
  const [first] = files;
  if (first === undefined) {
    const hint =
      found.length === 0
        ? "Check the pattern, relative to the folder you are in."
        : "Name .csv, .tsv, .json, .ndjson, .parquet or .xlsx files.";
    throw new FuxiError("target-not-found", `No data file fits ${pattern}.`, { hint });
  }
  const literal = basename(dataFileName(pattern)).replace(/[*?]+|\[.*?\]|\{.*?\}/gu, " ");
  const words = literal
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replaceAll(" ", "_");
  const name = words === "" ? basename(dirname(first)) : words;
  return { type: "data-files", name, files: [], groups: [{ name, files }] };
}

/** The data files directly in a folder, each a table of its own. Undefined if there are none. */
function folderTarget(folder: string, isOther: (path: string) => boolean): DataFilesTarget | undefined {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith(".") && !entry.name.startsWith("~$"))
    .map((entry) => join(folder, entry.name))
    .filter((path) => dataFileKind(path) !== undefined && !/\.txt(?:\.gz)?$/iu.test(path) && !isOther(path))
    .toSorted();
  return files.length === 0 ? undefined : dataFilesTarget(basename(folder), files);
}

/** Merges all data files into one target, at the position of the first one: tables of one database can be joined. */
export function withDataFilesTogether(targets: readonly Target[]): readonly Target[] {
  const data = targets.filter((target) => target.type === "data-files");
  const [first] = data;
  if (first === undefined || data.length === 1) return targets;
  const files = data.flatMap((target) => [...target.files, ...target.groups.flatMap((group) => group.files)]);
  const folders = new Set(files.map((file) => dirname(file)));
  const together: DataFilesTarget = {
    type: "data-files",
    name: folders.size === 1 ? basename([...folders][0] ?? "files") : "files",
    files: [...new Set(data.flatMap((target) => target.files))],
    groups: data.flatMap((target) => target.groups),
  };
  return targets
    .filter((target) => target === first || target.type !== "data-files")
    .map((target) => (target === first ? together : target));
}

/** Hint on supported targets. */
const SUPPORTED_TARGETS =
  "Fuxi opens SQLite files (./shop.sqlite), DuckDB files (./shop.duckdb), data files and folders of them (./sales.csv, .tsv, .json, .ndjson, .xlsx, .parquet; './data/*.csv'), PostgreSQL URLs (postgres://user@host/db), MySQL and MariaDB URLs (mysql://user@host/db), RDF files (.nt, .ttl, .nq, .trig, .rdf, .jsonld, delimited triples; .gz), SPARQL endpoints (https://host/sparql), OpenAPI and Swagger documents (./openapi.yaml, https://host/openapi.json), sample:cinema, sample:cinema-kb and sample:cinema-api.";

const DATABASE_EXTENSIONS = new Set(
  FILE_ENGINES.flatMap(({ extensions, alone = [] }) => [...extensions, ...alone]),
);
const RDF_EXTENSIONS = new Set(
  ".nt .ntriples .nq .nquads .ttl .turtle .trig .rdf .owl .rdfs .jsonld".split(" "),
);
/** Extensions of delimited text. Three columns are triples, unless there is a header. */
const DELIMITED_EXTENSIONS = new Set([".tsv", ".psv", ".csv"]);
/** Extensions of triples and of other content: the beginning of the file decides. */
const LOOSE_EXTENSIONS = new Set([".txt", ".xml", ".json", ".dat", ""]);
const DOCUMENT_EXTENSIONS = new Set([".json", ".yaml", ".yml", ".txt", ""]);
const HEAD_BYTES = 4096;

/**
 * @param as the type or engine that the address names; recognised by the file's name and beginning unless given
 * @throws FuxiError `target-not-found`, `target-not-supported`
 */
function fileTarget(path: string, as?: "api-document" | "rdf-file" | "data-files" | FileEngineName): Target {
  const absolute = resolve(path);
  if (!existsSync(absolute)) {
    if (isPattern(path)) return patternTarget(path);
    throw new FuxiError("target-not-found", `There is no file ${path}.`, {
      hint: "Check the path, relative to the folder you are in.",
    });
  }
  if (as !== undefined && as in ENGINES) {
    const name = basename(absolute, extname(absolute));
    return { type: "database-file", engine: as as FileEngineName, path: absolute, name };
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
  const engine = zipped ? undefined : fileEngine(absolute, extension);
  if (engine !== undefined) return { type: "database-file", engine, path: absolute, name };
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

/** Removes `openapi` from a name, since it says nothing about the API. */
function apiName(name: string): string {
  return name.replace(/[._-]?(openapi|swagger)[._-]?/iu, "") || "api";
}

function folder(path: string, absolute: string): FuxiError {
  const known = readdirSync(absolute).filter((file) => {
    const extension = extname(file.replace(/\.gz$/iu, "")).toLowerCase();
    return DATABASE_EXTENSIONS.has(extension) || RDF_EXTENSIONS.has(extension);
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

/** Unpacks the beginning of a `.gz` file. Empty if it is none. */
function unpackedHead(head: Buffer): Buffer {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

/** The engine of a database file. Its first bytes take precedence over an extension that several engines share. */
function fileEngine(path: string, extension: string): FileEngineName | undefined {
  const alone = FILE_ENGINES.find((each) => each.alone?.includes(extension));
  if (alone !== undefined) return alone.engine;
  const file = openedFile(path);
  try {
    const begins = FILE_ENGINES.find(({ begins: { text, at } }) => {
      const magic = Buffer.alloc(text.length);
      return readSync(file, magic, 0, magic.length, at) > 0 && magic.toString("latin1") === text;
    });
    return (begins ?? FILE_ENGINES.find(({ extensions }) => extensions.includes(extension)))?.engine;
  } finally {
    closeSync(file);
  }
}

/** True for RDF/XML, JSON-LD, N-Triples or three columns. Loading determines the exact format. */
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

/**
 * Recognises the type of a target. Reads at most the first bytes of a file.
 * @throws FuxiError `target-not-found`, `target-not-supported`, `usage`
 */
export function recogniseTarget(text: string): Target {
  if (text.startsWith("sample:")) return { type: "sample", name: text.slice("sample:".length) };
  if (existsSync(text)) return fileTarget(text);
  const file = fileAddress(text);
  if (file !== undefined) return fileTarget(chosenFile(file), file.engine);
  const server = serverAddress(text);
  if (server !== undefined) return serverTarget(server);
  if (/^sparql[:+]https?:\/\//i.test(text)) return sparqlTarget(text.slice("sparql:".length));
  if (/^rdf:/i.test(text)) return fileTarget(text.slice("rdf:".length), "rdf-file");
  if (/^table:/i.test(text)) return fileTarget(text.slice("table:".length), "data-files");
  if (/^openapi[:+]/i.test(text)) return apiTarget(text.slice("openapi:".length));
  if (/^https?:\/\//i.test(text)) return webTarget(text);
  const scheme = /^([a-z][a-z0-9+.-]+:\/\/)/i.exec(text)?.[1];
  if (scheme !== undefined) {
    throw new FuxiError("target-not-supported", `Fuxi has no environment for ${scheme} targets.`, {
      hint: SUPPORTED_TARGETS,
    });
  }
  return fileTarget(text);
}

function serverTarget({ engine, url: text }: ServerAddress): Target {
  const { name: shown, server } = ENGINES[engine];
  const url = serverUrl(text);
  if (url === undefined) {
    throw new FuxiError("usage", `The ${shown} URL cannot be read.`, {
      hint: `Write ${exampleAddress(engine)}, with special characters percent-encoded.`,
    });
  }
  const [first = ""] = url.searchParams.get("schemas")?.split(",").filter(Boolean) ?? [];
  const name = decodedName(url) || ("usualDatabase" in server ? server.usualDatabase : first);
  if (name === "") {
    throw new FuxiError("usage", `The ${shown} URL names no database.`, {
      hint: `Write ${exampleAddress(engine)}, or ?schemas=a,b for several.`,
    });
  }
  const asked = url.searchParams.get("host") ?? "";
  const host = hostOf(url) || (asked.startsWith("/") ? "" : asked);
  return { type: "database-server", engine, url: text, name, host: host || "the local server" };
}

function decodedName({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return pathname.slice(1);
  }
}

/** The last part of the path of SPARQL endpoints as servers name them: Virtuoso, Wikidata, GraphDB, Fuseki, QLever, RDF4J. */
const ENDPOINT_PATH = /\/(sparql|query|repositories\/[^/]+|api\/[\w-]+)\/?$/iu;

/** The path of API documents as servers name them. */
const DOCUMENT_PATH = /(?:\.(?:json|ya?ml)|\/(?:openapi|swagger|api-docs)(?:\/[\w.-]*)?)$/iu;

function webTarget(text: string): Target {
  const target = sparqlTarget(text);
  const { pathname } = new URL(text);
  if (ENDPOINT_PATH.test(pathname)) return target;
  if (DOCUMENT_PATH.test(pathname)) return apiTarget(text);
  const plain = withoutCredentials(text);
  throw new FuxiError(
    "target-not-supported",
    "This URL is known to be neither a SPARQL endpoint nor an API document.",
    {
      hint: `If it is one, write sparql:${plain} or openapi:${plain}`,
    },
  );
}

/** Hosts that do not name the API: IP addresses and localhost. */
const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\]|localhost)$/iu;

/** An API document by URL or path, named by its host or file. */
function apiTarget(text: string): Target {
  if (text.trim() === "") {
    throw new FuxiError("usage", "There is nothing after openapi:", {
      hint: "Write openapi:https://host/path or openapi:./document.yaml",
    });
  }
  if (!/^https?:/iu.test(text)) return fileTarget(text, "api-document");
  if (!URL.canParse(text)) {
    throw new FuxiError("usage", "The URL of the API document cannot be read.", {
      hint: "Write https://host/openapi.json",
    });
  }
  const { hostname } = new URL(text);
  const name = ADDRESS.test(hostname) ? "api" : hostname.replace(/^(www|api|docs)\./u, "").split(".")[0];
  return { type: "api-document", source: text, name: name || hostname };
}

function sparqlTarget(text: string): Target & { readonly type: "sparql-endpoint" } {
  if (!URL.canParse(text)) {
    throw new FuxiError("usage", "The URL of the SPARQL endpoint cannot be read.", {
      hint: "Write https://user:password@host/sparql, with special characters percent-encoded.",
    });
  }
  const { host, hostname } = new URL(text);
  const name = hostname.replace(/^(www|query|sparql)\./u, "").split(".")[0] || hostname;
  return { type: "sparql-endpoint", url: text, host, name };
}

/** A recognised target of the command line. */
export type Target =
  | {
      readonly type: "database-file";
      readonly engine: FileEngineName;
      readonly path: string;
      readonly name: string;
    }
  /** CSV, JSON, Excel and Parquet files, each a table of one database; the files of a group are one table where their columns are the same. */
  | {
      readonly type: "data-files";
      readonly files: readonly string[];
      readonly groups: readonly { readonly name: string; readonly files: readonly string[] }[];
      readonly name: string;
    }
  | { readonly type: "rdf-file"; readonly path: string; readonly name: string }
  | {
      readonly type: "database-server";
      readonly engine: ServerEngineName;
      readonly url: string;
      readonly name: string;
      readonly host: string;
    }
  | { readonly type: "sparql-endpoint"; readonly url: string; readonly name: string; readonly host: string }
  /** An OpenAPI or Swagger document, in a file or at a URL. */
  | { readonly type: "api-document"; readonly source: string; readonly name: string }
  | { readonly type: "sample"; readonly name: string };
