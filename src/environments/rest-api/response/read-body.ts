import { isUtf8 } from "node:buffer";
import { decodeText } from "./decode-text.ts";
import { hasWideMark, type MediaKind, mediaKind, sniffKind } from "./media-kind.ts";
import { parseCsv } from "./parse-csv.ts";
import { parseJson, type ReadJson } from "./parse-json.ts";
import { quoteLargeIntegers } from "./quote-large-integers.ts";

/** A body in the form in which it is described and extracted from. */
export type ReadBody =
  | { readonly kind: "empty" }
  | { readonly kind: "binary" }
  /** `document`: the JSON text in UTF-8, which may be the body itself. */
  | {
      readonly kind: "json" | "lines" | "csv";
      readonly document: Uint8Array;
      readonly read: ReadJson;
      /** Whether integers too large for a number were made strings. */
      readonly quoted: boolean;
      readonly complaint?: string;
    }
  | { readonly kind: "xml" | "html" | "text"; readonly text: string; readonly complaint?: string };

type Structured = Extract<ReadBody, { document: Uint8Array }>;

export function readBody(body: Uint8Array, mediaType: string | undefined): ReadBody {
  if (body.length === 0) return { kind: "empty" };
  const named = mediaKind(mediaType);
  const kind = named ?? sniffKind(body);
  if (kind === "binary") return { kind };
  const utf8 = !hasWideMark(body) && !/charset\s*=\s*"?(?!utf-?8|us-ascii)/i.test(mediaType ?? "");
  const plain = utf8 ? withoutMark(body) : undefined;
  if (kind === "json" && plain !== undefined) {
    const structured = isUtf8(plain) ? structure(kind, plain) : undefined;
    if (structured !== undefined) return structured;
  }
  const { text, complaint } = decodeText(body, mediaType);
  const complained = complaint === undefined ? {} : { complaint };
  const structured = readText(text, kind);
  if (structured !== undefined) return { ...structured, ...complained };
  if (kind === "xml" || kind === "html") return { kind, text, ...complained };
  const invalid =
    named === "json" || named === "lines"
      ? {
          complaint: `The server says ${mediaType?.split(";", 1)[0]}, but the body is not valid JSON; it was kept as text.`,
        }
      : complained;
  return { kind: sniffKind(body) === "html" ? "html" : "text", text, ...invalid };
}

function readText(text: string, kind: MediaKind): Structured | undefined {
  if (kind === "json") {
    const structured = structure(kind, new TextEncoder().encode(text));
    if (structured !== undefined) return structured;
  }
  if (kind === "json" || kind === "lines") return readLines(text);
  if (kind !== "csv") return undefined;
  return structure(kind, new TextEncoder().encode(JSON.stringify(parseCsv(text))));
}

/** One JSON text in each line; undefined where a line is none. */
function readLines(text: string): Structured | undefined {
  const lines = text
    // JSON text sequences (RFC 7464) part their texts by this character.
    .replaceAll("\u001e", "\n")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length === 0) return undefined;
  for (const line of lines) {
    try {
      JSON.parse(line);
    } catch {
      return undefined;
    }
  }
  return structure("lines", new TextEncoder().encode(`[${lines.join(",\n")}]`));
}

function structure(kind: "json" | "lines" | "csv", text: Uint8Array): Structured | undefined {
  const document = quoteLargeIntegers(text);
  const read = parseJson(document);
  return read && { kind, document, read, quoted: document !== text };
}

function withoutMark(body: Uint8Array): Uint8Array {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}
