import { isUtf8 } from "node:buffer";
import { basename } from "node:path";
import chardet from "chardet";
import iconv from "iconv-lite";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { nearestNames } from "../../../../../util/nearest-names.ts";
import { visibleText } from "../../../../../util/visible-text.ts";
import { dataFileKind, meansFile } from "./data-file.ts";
import { counted } from "./load-report.ts";

/** What the bytes of a file turned out to be. */
export interface EncodingFacts {
  readonly encoding: string;
  /** Places where bytes stand for nothing in the encoding, and U+FFFD was put. */
  readonly misfits: number;
  /** NUL characters that were left out. */
  readonly nuls: number;
  /** Where nothing but statistics of the bytes told the encoding. */
  readonly guess?: EncodingGuess;
  /** The encoding was named by a person, although the bytes are UTF-8. */
  readonly isUtf8AllTheSame?: boolean;
}

export interface EncodingGuess {
  /** Bytes of the file that read differently in the other encodings. */
  readonly example: Buffer;
  /** Encodings that it may be as well, the likeliest first. */
  readonly others: readonly string[];
}

/** Turns the bytes of one file into text, piece by piece. */
export interface TextDecoding {
  /** The text of these bytes; what is cut in the middle of a character comes with the next. */
  decode(bytes: Uint8Array): string;
  end(): string;
  facts(): EncodingFacts;
}

/** Names for whoever writes one that is not known. */
const USUAL = [
  ..."UTF-8 UTF-16LE UTF-16BE UTF-32LE UTF-32BE Shift_JIS EUC-JP GB18030 GBK Big5 EUC-KR KOI8-R KOI8-U".split(
    " ",
  ),
  ..."ISO-8859-1 ISO-8859-2 ISO-8859-5 ISO-8859-7 ISO-8859-9 ISO-8859-15 Macintosh".split(" "),
  ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `Windows-${page}`),
  ...[437, 850, 852, 855, 858, 866].map((page) => `CP${page}`),
];
const MOST_NEAR = 3;

/** What spreadsheets write, which the statistics know by the standard that it extends: these differ in signs such as € and “ alone. */
const EXTENDED: Readonly<Record<string, string>> = {
  "ISO-8859-1": "Windows-1252",
  "ISO-8859-7": "Windows-1253",
  "ISO-8859-8": "Windows-1255",
  "ISO-8859-9": "Windows-1254",
};
const WESTERN = "Windows-1252";
/** Encodings of old programs that the statistics do not know. */
const OF_OLD_PROGRAMS = ["CP850", "Macintosh", "CP852", "CP866"];
const LEAST_BYTES = 8;
const MOST_LIKELY = 2;
const MOST_OTHERS = 4;

const MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "UTF-8"],
  [[0xff, 0xfe, 0, 0], "UTF-32LE"],
  [[0, 0, 0xfe, 0xff], "UTF-32BE"],
  [[0xff, 0xfe], "UTF-16LE"],
  [[0xfe, 0xff], "UTF-16BE"],
];
const WIDE_SAMPLE = 4096;
/** Bytes of lines beyond ASCII that an encoding is guessed from. */
const GUESS_BYTES = 65_536;
/** In encodings of several bytes a character the second is as low as `@`: digits, blanks, quotes and most delimiters end a stretch in every encoding. */
const WORD = /[@-\u00ff]*[\u0080-\u00ff][@-\u00ff]*/gu;
const LONGEST_EXAMPLE = 40;
const LONGEST_UTF8 = 4;

/**
 * How a file is read: by its byte order mark, then in the encoding that was named, then as UTF-16 or UTF-32 where its NULs say so, as UTF-8 where most
 * of its lines are, else in the encoding that its bytes look most like.
 * @param head the beginning of the file
 * @param complete nothing comes after it
 */
export function beginDecoding(
  head: Uint8Array,
  { told, complete }: { readonly told: string | undefined; readonly complete: boolean },
): TextDecoding {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => head[at] === byte))?.[1];
  if (marked !== undefined) return decodingAs(marked);
  const whole = complete ? head : withoutCutCharacter(head);
  if (told !== undefined) {
    const isUtf8AllTheSame = !/^utf-?8$/iu.test(told) && whole.some((byte) => byte >= 0x80) && isUtf8(whole);
    return decodingAs(told, isUtf8AllTheSame ? { isUtf8AllTheSame } : {});
  }
  const wide = wideEncoding(head.subarray(0, WIDE_SAMPLE));
  if (wide !== undefined) return decodingAs(wide);
  const others = isUtf8(whole) ? undefined : linesOfOther(whole);
  if (others === undefined) return decodingAs("UTF-8");
  const [encoding = WESTERN, ...likely] = guesses(others);
  return decodingAs(encoding, { guess: { example: exampleIn(others), others: likely } });
}

function decodingAs(
  encoding: string,
  facts: Pick<EncodingFacts, "guess" | "isUtf8AllTheSame"> = {},
): TextDecoding {
  // Nobody needs to be told in which order the bytes stand.
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

/** By where the NULs stand: texts in letters of Europe have one in every second byte, or three in every four. */
function wideEncoding(sample: Uint8Array): string | undefined {
  const nuls = [0, 0, 0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) nuls[at % 4] = (nuls[at % 4] ?? 0) + 1;
  const share = nuls.map((count) => count / Math.max(1, sample.length / 4));
  const [a = 0, b = 0, c = 0, d = 0] = share;
  if (d === 1 && c > 0.9) return "UTF-32LE";
  if (a === 1 && b > 0.9) return "UTF-32BE";
  if (b + d > 0.4 && b + d > 4 * (a + c)) return "UTF-16LE";
  return a + c > 0.4 && a + c > 4 * (b + d) ? "UTF-16BE" : undefined;
}

function withoutCutCharacter(head: Uint8Array): Uint8Array {
  for (let back = 1; back < LONGEST_UTF8 && back <= head.length; back++) {
    const byte = head[head.length - back] ?? 0;
    if (byte < 0x80) return head;
    if (byte >= 0xc0) return head.subarray(0, head.length - back);
  }
  return head;
}

/** The lines that are no UTF-8; undefined where more of the lines beyond ASCII are. */
function linesOfOther(bytes: Uint8Array): Buffer | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const beyond = text.split(/[\r\n]+/u).filter((line) => /[\u0080-\u00ff]/u.test(line));
  const others = beyond.filter((line) => !isUtf8(Buffer.from(line, "latin1")));
  if (others.length * 2 <= beyond.length) return undefined;
  const words = others.flatMap((line) => line.match(WORD) ?? []);
  return Buffer.from(words.join(" "), "latin1").subarray(0, GUESS_BYTES);
}

function guesses(lines: Buffer): readonly string[] {
  // So few tell nothing.
  if (lines.filter((byte) => byte >= 0x80).length < LEAST_BYTES) return [WESTERN, ...OF_OLD_PROGRAMS];
  const names = chardet
    .analyse(lines)
    .map(({ name }) => EXTENDED[name] ?? name.replace(/^windows/u, "Windows"));
  const known = names.filter((name) => iconv.encodingExists(name) && !/^UTF|^ASCII/iu.test(name));
  const likely = [...new Set(known)].slice(0, MOST_LIKELY);
  return [...new Set([...likely, WESTERN, ...OF_OLD_PROGRAMS])];
}

function exampleIn(lines: Buffer): Buffer {
  const [word = ""] = lines.toString("latin1").split(" ");
  return Buffer.from(word, "latin1");
}

/** What of a file's encoding may be otherwise, one sentence each. */
export function encodingDoubts({
  encoding,
  misfits,
  nuls,
  guess,
  isUtf8AllTheSame,
}: EncodingFacts): readonly string[] {
  return [
    ...(guess === undefined ? [] : [guessDoubt(encoding, guess)]),
    ...(isUtf8AllTheSame ? [`it is valid UTF-8, and was read as ${encoding} because that was named`] : []),
    ...(misfits > 0
      ? [`${counted(misfits, "place")} with bytes that are no ${encoding}, read as \ufffd`]
      : []),
    ...(nuls > 0 ? [`${counted(nuls, "NUL character")} left out`] : []),
  ];
}

function guessDoubt(taken: string, { example, others }: EncodingGuess): string {
  const shown = (name: string): string =>
    `"${visibleText(iconv.decode(example, name).slice(0, LONGEST_EXAMPLE))}"`;
  const own = shown(taken);
  const different = others.filter((name) => shown(name) !== own && !shown(name).includes("\ufffd"));
  const named = different
    .slice(0, MOST_OTHERS)
    .map((name) => `${name} (${shown(name)})`)
    .join(" or ");
  return [
    `no UTF-8, and guessed to be ${taken} (${own})`,
    `if that is wrong, name its encoding with --encoding${named === "" ? "" : `, perhaps ${named}`}`,
  ].join("; ");
}

/**
 * The encodings that were named, by the paths of the text files that they are for.
 * @param named `encoding` for all text files, `file=encoding` for one by its name or path; the latter goes before the former
 * @throws FuxiError `usage` for an encoding or a file that is not known, and where there is no text file
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

/** The name as it is usually written, where it is one of the usual ones. */
function knownEncoding(label: string): string {
  const bare = (name: string): string =>
    name
      .toLowerCase()
      .replace(/^(?:cp|win|windows|ms)(?=-?_?125)/u, "windows")
      .replace(/[^a-z0-9]+/gu, "");
  const usual = USUAL.find((name) => bare(name) === bare(label));
  if (usual !== undefined) return usual;
  if (label !== "" && iconv.encodingExists(label)) return label;
  const near = nearestNames(label, USUAL, { limit: MOST_NEAR }).map(({ name }) => name);
  throw new FuxiError("usage", `There is no encoding "${label}".`, {
    hint:
      near.length === 0
        ? "Name one such as UTF-8, Windows-1251, ISO-8859-2, Shift_JIS, GB18030, CP850 or Macintosh."
        : `Did you mean ${near.join(", ")}?`,
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
