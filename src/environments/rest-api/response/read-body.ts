import type { Json } from "../../../util/json.ts";
import { readCsv } from "../../../util/read-csv.ts";

/** A parsed body, for descriptions and extractions. */
export type ReadBody =
  | { readonly kind: "empty" | "binary" }
  | {
      readonly kind: "json" | "lines" | "csv";
      readonly value: Json;
      /** The value as JSON text. */
      readonly text: string;
      /** Whether integers too large for a number were converted to strings. */
      readonly quoted: boolean;
      readonly complaint?: string;
    }
  | { readonly kind: "xml" | "html" | "text"; readonly text: string; readonly complaint?: string };

type Structured = Extract<ReadBody, { value: Json }>;
type Kind = ReadBody["kind"];

/** Parses a body by its media type, else by its first bytes. */
export function readBody(body: Uint8Array, mediaType: string | undefined): ReadBody {
  if (body.length === 0) return { kind: "empty" };
  const named = namedKind(mediaType);
  const kind = named ?? kindByBytes(body);
  if (kind === "binary") return { kind };
  const { text, complaint } = decoded(body, mediaType);
  const complained = complaint === undefined ? {} : { complaint };
  const read =
    kind === "csv"
      ? structured(kind, JSON.stringify(parseCsv(text)))
      : kind === "json" || kind === "lines"
        ? ((kind === "json" ? structured(kind, text) : undefined) ?? jsonLines(text))
        : undefined;
  if (read !== undefined) return { ...read, ...complained };
  if (kind === "xml" || kind === "html") return { kind, text, ...complained };
  const invalid = `The server says ${mediaType?.split(";", 1)[0]}, but the body is not valid JSON; it was kept as text.`;
  return {
    kind: kindByBytes(body) === "html" ? "html" : "text",
    text,
    ...(named === "json" || named === "lines" ? { complaint: invalid } : complained),
  };
}

/**
 * The JSON text, in UTF-8, that an extraction from a body reads: JSON as it is, CSV and lines of JSON as a list, any other text as a JSON string,
 * `null` for an empty body, and `{ mediaType, bytes }` for one that is no text.
 */
export function documentBytes(body: Uint8Array, mediaType: string | undefined): Uint8Array {
  const read = readBody(body, mediaType);
  if ("value" in read) return Buffer.from(read.text);
  if ("text" in read) return Buffer.from(JSON.stringify(read.text));
  return Buffer.from(
    read.kind === "empty" ? "null" : JSON.stringify({ mediaType: mediaType ?? null, bytes: body.length }),
  );
}

/** Undefined if the text is no JSON. */
export function parseJson(text: string): { readonly value: Json; readonly text: string } | undefined {
  const exact = withLargeIntegersQuoted(text);
  try {
    return { value: JSON.parse(exact) as Json, text: exact };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function structured(kind: Structured["kind"], text: string): Structured | undefined {
  const read = parseJson(text);
  return read && { kind, ...read, quoted: read.text !== text };
}

/** One JSON text in each line; undefined where a line is none. */
function jsonLines(text: string): Structured | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const valid = lines.every((line) => parseJson(line) !== undefined);
  return valid && lines.length > 0 ? structured("lines", `[${lines.join(",\n")}]`) : undefined;
}

/** Makes integers strings that a number cannot hold, so that 64-bit identifiers arrive unchanged. */
function withLargeIntegersQuoted(text: string): string {
  if (!/\d{16}/.test(text)) return text;
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}

/** The kind of body by its media type. Undefined for types that servers use for anything, such as `text/plain` and `octet-stream`. */
function namedKind(mediaType: string | undefined): Kind | undefined {
  const type = (mediaType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (/ndjson|jsonlines|jsonl$/.test(type)) return "lines";
  if (/[/+]json$/.test(type)) return "json";
  if (/[/](?:csv|tab-separated-values)$/.test(type)) return "csv";
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(type)) return "html";
  if (/[/+]xml$/.test(type)) return "xml";
  if (/^(?:image|audio|video|font)\/|\/(?:pdf|zip|gzip|x-tar|wasm|x-protobuf)$/.test(type)) return "binary";
  return undefined;
}

function kindByBytes(body: Uint8Array): Kind {
  const start = body.subarray(0, 1024);
  if (start.includes(0)) return "binary";
  const text = new TextDecoder().decode(start).trimStart();
  if (/^(?:[[{"]|-?\d|true\b|false\b|null\b)/.test(text)) return "json";
  if (/^<(?:!doctype html|html)/i.test(text)) return "html";
  return text.startsWith("<") ? "xml" : "text";
}

/** Text in the named character set, else in UTF-8, else in windows-1252, which takes every byte. */
function decoded(
  body: Uint8Array,
  mediaType: string | undefined,
): { readonly text: string; readonly complaint?: string } {
  const named = /charset\s*=\s*"?([^";\s]+)/i.exec(mediaType ?? "")?.[1] ?? "utf-8";
  for (const used of [named, "utf-8", "windows-1252"]) {
    try {
      const text = new TextDecoder(used, { fatal: true }).decode(body);
      if (used === named) return { text };
      return { text, complaint: `The body is not in the character set ${named}; it was read as ${used}.` };
    } catch {
      // The bytes are invalid in this character set, or its name is unknown.
    }
  }
  return { text: "" };
}

/**
 * Rows of a CSV text as objects by its first row (RFC 4180; separators `,`, `;`, tab and `|`). A column in which every cell is a number as JSON
 * writes it becomes numbers, with empty cells as null; all else stays text.
 */
function parseCsv(text: string): readonly Json[] {
  const [header = [], ...rows] = readCsv(text, separatorOf(text));
  const width = rows.reduce((most, { length }) => Math.max(most, length), header.length);
  const names = Array.from({ length: width }, (_, at) => {
    const name = header[at]?.trim() ?? "";
    // A repeated name is told apart by its position, as a missing one is.
    return name === "" ? `column_${at + 1}` : header.indexOf(name) < at ? `${name}_${at + 1}` : name;
  });
  const numeric = names.map((_, at) => {
    const cells = rows.map((row) => row[at] ?? "").filter((cell) => cell !== "");
    return cells.length > 0 && cells.every(isNumber);
  });
  const typed = (cell: string, at: number): Json =>
    numeric[at] === true ? (cell === "" ? null : Number(cell)) : cell;
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], typed(cell, at)])));
}

function isNumber(cell: string): boolean {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(cell);
}

function separatorOf(text: string): string {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? "";
  const bare = line.replace(/"(?:[^"]|"")*"/g, "");
  const count = (separator: string) => bare.split(separator).length;
  return [",", ";", "\t", "|"].reduce((best, each) => (count(each) > count(best) ? each : best));
}
