import { isUtf8 } from "node:buffer";
import { basename } from "node:path";
import chardet from "chardet";
import iconv from "iconv-lite";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { nearestNames } from "../../../../../util/nearest-names.ts";
import { visibleText } from "../../../../../util/visible-text.ts";
import { dataFileKind, meansFile } from "./data-file.ts";
import { counted } from "./load-report.ts";

/** The detected encoding of a file. */
export interface EncodingFacts {
  readonly encoding: string;
  /** Byte sequences invalid in the encoding, replaced by U+FFFD. */
  readonly misfits: number;
  /** NUL characters that were left out. */
  readonly nuls: number;
  /** The first non-ASCII word, if the encoding was only guessed from statistics. */
  readonly guessedFrom?: string;
}

/** Turns the bytes of one file into text, piece by piece. */
export interface TextDecoding {
  /** The text of these bytes; a character cut at the end comes with the next piece. */
  decode(bytes: Uint8Array): string;
  end(): string;
  facts(): EncodingFacts;
}

/**
 * Windows encodings in place of the standards that the statistics report: they differ only in signs such as € and “, and spreadsheets write these.
 */
const EXTENDED: Readonly<Record<string, string>> = {
  "ISO-8859-1": "Windows-1252",
  "ISO-8859-7": "Windows-1253",
  "ISO-8859-8": "Windows-1255",
  "ISO-8859-9": "Windows-1254",
};
const WESTERN = "Windows-1252";
/** With fewer non-ASCII bytes the statistics are unreliable. */
const LEAST_BYTES = 8;

const MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "UTF-8"],
  [[0xff, 0xfe, 0, 0], "UTF-32LE"],
  [[0, 0, 0xfe, 0xff], "UTF-32BE"],
  [[0xff, 0xfe], "UTF-16LE"],
  [[0xfe, 0xff], "UTF-16BE"],
];
const WIDE_SAMPLE = 4096;
/** Non-ASCII bytes from which an encoding is guessed, at most. */
const GUESS_BYTES = 65_536;
/**
 * A stretch of a non-ASCII word. In multi-byte encodings the second byte may be as low as `@`; digits, blanks, quotes and most delimiters end a
 * stretch in every encoding.
 */
const WORD = /[@-\u00ff]*[\u0080-\u00ff][@-\u00ff]*/gu;
const LONGEST_EXAMPLE = 40;
const LONGEST_UTF8 = 4;

/**
 * Chooses a file's decoding: by its byte order mark, then by the named encoding, then UTF-16 or UTF-32 if its NULs show it, UTF-8 if most of its
 * lines are valid, else the likeliest encoding by statistics.
 * @param head the beginning of the file
 * @param complete true if `head` is the whole file
 */
export function beginDecoding(
  head: Uint8Array,
  { told, complete }: { readonly told: string | undefined; readonly complete: boolean },
): TextDecoding {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => head[at] === byte))?.[1];
  if (marked !== undefined) return decodingAs(marked);
  const whole = complete ? head : withoutCutCharacter(head);
  if (told !== undefined) return decodingAs(told);
  const wide = wideEncoding(head.subarray(0, WIDE_SAMPLE));
  if (wide !== undefined) return decodingAs(wide);
  const others = isUtf8(whole) ? undefined : linesOfOther(whole);
  if (others === undefined) return decodingAs("UTF-8");
  const encoding = guessed(others);
  const [word = ""] = others.toString("latin1").split(" ");
  return decodingAs(encoding, { guessedFrom: iconv.decode(Buffer.from(word, "latin1"), encoding) });
}

function decodingAs(encoding: string, facts: Pick<EncodingFacts, "guessedFrom"> = {}): TextDecoding {
  // The byte order is of no interest to users.
  const shown = encoding.replace(/^(UTF-(?:16|32))[BL]E$/u, "$1");
  const decoder = iconv.getDecoder(encoding);
  let [misfits, nuls] = [0, 0];
  const clean = (text: string): string => {
    if (text.includes("\ufffd")) misfits += text.split("\ufffd").length - 1;
    if (!text.includes("\0")) return text;
    const kept = text.replaceAll("\0", "");
    nuls += text.length - kept.length;
    return kept;
  };
  return {
    decode: (bytes) => clean(decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))),
    end: () => clean(decoder.end() ?? ""),
    facts: () => ({ encoding: shown, misfits, nuls, ...facts }),
  };
}

/** Detects UTF-16 by the position of NULs: in European texts every second byte is one. */
function wideEncoding(sample: Uint8Array): string | undefined {
  const nuls = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls.map((count) => count / Math.max(1, sample.length / 2));
  if (odd > 0.2 && odd > 4 * even) return "UTF-16LE";
  return even > 0.2 && even > 4 * odd ? "UTF-16BE" : undefined;
}

function withoutCutCharacter(head: Uint8Array): Uint8Array {
  for (let back = 1; back < LONGEST_UTF8 && back <= head.length; back++) {
    const byte = head[head.length - back] ?? 0;
    if (byte < 0x80) return head;
    if (byte >= 0xc0) return head.subarray(0, head.length - back);
  }
  return head;
}

/** The non-ASCII words of lines that are invalid UTF-8; undefined unless these are most of the non-ASCII lines. */
function linesOfOther(bytes: Uint8Array): Buffer | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const beyond = text.split(/[\r\n]+/u).filter((line) => /[\u0080-\u00ff]/u.test(line));
  const others = beyond.filter((line) => !isUtf8(Buffer.from(line, "latin1")));
  if (others.length * 2 <= beyond.length) return undefined;
  const words = others.flatMap((line) => line.match(WORD) ?? []);
  return Buffer.from(words.join(" "), "latin1").subarray(0, GUESS_BYTES);
}

function guessed(words: Buffer): string {
  if (words.filter((byte) => byte >= 0x80).length < LEAST_BYTES) return WESTERN;
  const names = chardet
    .analyse(words)
    .map(({ name }) => EXTENDED[name] ?? name.replace(/^windows/u, "Windows"));
  return names.find((name) => iconv.encodingExists(name) && !/^UTF|^ASCII/iu.test(name)) ?? WESTERN;
}

/** Doubts about a file's encoding, one sentence each. */
export function encodingDoubts({ encoding, misfits, nuls, guessedFrom }: EncodingFacts): readonly string[] {
  return [
    ...(guessedFrom === undefined
      ? []
      : [
          `no UTF-8, and guessed to be ${encoding} ("${visibleText(guessedFrom.slice(0, LONGEST_EXAMPLE))}"); if that is wrong, name its encoding with --encoding`,
        ]),
    ...(misfits > 0
      ? [`${counted(misfits, "place")} with bytes that are no ${encoding}, read as \ufffd`]
      : []),
    ...(nuls > 0 ? [`${counted(nuls, "NUL character")} left out`] : []),
  ];
}

/**
 * The encodings that users named, by the paths of their text files.
 * @param named `encoding` for all text files, `file=encoding` for one by its name or path, which takes precedence
 * @throws FuxiError `usage` for an unknown encoding or file, or if there is no text file
 */
export function toldEncodings(
  named: readonly string[],
  files: readonly string[],
): ReadonlyMap<string, string> {
  const texts = files.filter((file) => ["delimited", "json"].includes(dataFileKind(file) ?? ""));
  const forAll = new Map<string, string>();
  const forOne = new Map<string, string>();
  for (const each of named) {
    const at = each.lastIndexOf("=");
    const encoding = knownEncoding(each.slice(at + 1).trim());
    const meant = at < 0 ? texts : textsNamed(each.slice(0, at), texts);
    if (meant.length === 0) {
      throw new FuxiError("usage", `There is no text file that could be in ${encoding}.`, {
        hint: "Leave --encoding (encoding: in fuxi.yaml) out: workbooks and Parquet files say themselves how they are written.",
      });
    }
    for (const file of meant) (at < 0 ? forAll : forOne).set(file, encoding);
  }
  return new Map([...forAll, ...forOne]);
}

function knownEncoding(label: string): string {
  if (label !== "" && iconv.encodingExists(label)) return label;
  throw new FuxiError("usage", `There is no encoding "${label}".`, {
    hint: "Name one such as UTF-8, Windows-1251, ISO-8859-2, Shift_JIS, GB18030, CP850 or Macintosh.",
  });
}

function textsNamed(name: string, texts: readonly string[]): readonly string[] {
  const meant = texts.filter((file) => meansFile(name, file));
  if (meant.length > 0) return meant;
  const names = texts.map((file) => basename(file));
  const [near] = nearestNames(name, names, { limit: 1 });
  throw new FuxiError("usage", `--encoding names ${name}, which is no text file among the targets.`, {
    hint:
      near === undefined
        ? `Name one of ${names.slice(0, 5).join(", ")}, or the encoding alone for all.`
        : `Did you mean ${near.name}=…?`,
  });
}
