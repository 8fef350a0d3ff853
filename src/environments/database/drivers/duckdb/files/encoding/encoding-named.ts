import { FuxiError } from "../../../../../../errors/fuxi-error.ts";
import { nearestNames } from "../../../../../../util/nearest-names.ts";
import { DOS_PAGES } from "./dos-pages.ts";
import { noText, type PieceDecoder, type TextEncoding } from "./text-encoding.ts";
import { utf32 } from "./utf32.ts";

const BY_TEXT_DECODER = [
  ..."UTF-8 UTF-16LE UTF-16BE Shift_JIS EUC-JP ISO-2022-JP GB18030 GBK Big5 EUC-KR KOI8-R KOI8-U IBM866".split(
    " ",
  ),
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => `ISO-8859-${part}`),
  ...[874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `Windows-${page}`),
  ..."Macintosh x-mac-cyrillic".split(" "),
];

/** Encodings by the names under which they are told of. */
const NAMES = [...BY_TEXT_DECODER, ...Object.keys(DOS_PAGES), "UTF-32", "UTF-32BE"];

/** What other programs call them, where neither `TextDecoder` nor a rule of `spellings` knows it; without `-`, `_` and blanks. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cp932: "Shift_JIS",
  cp936: "GBK",
  cp949: "EUC-KR",
  cp950: "Big5",
  ansi: "Windows-1252",
  macroman: "Macintosh",
  maccyrillic: "x-mac-cyrillic",
  utf16: "UTF-16LE",
  utf32le: "UTF-32",
};

const MOST_NEAR = 3;

/** The encoding of this name, upper and lower case, `-`, `_` and blanks aside. @throws FuxiError `usage` for a name that is not known */
export function encodingNamed(label: string): TextEncoding {
  for (const spelling of spellings(label)) {
    const found = known(spelling);
    if (found !== undefined) return found;
  }
  const near = nearestNames(label, NAMES, { limit: MOST_NEAR }).map(({ name }) => name);
  throw new FuxiError("usage", `There is no encoding "${label}".`, {
    hint:
      near.length === 0
        ? "Name one such as UTF-8, Windows-1251, ISO-8859-2, Shift_JIS, GB18030, IBM850 or Macintosh."
        : `Did you mean ${near.join(", ")}?`,
  });
}

function spellings(label: string): readonly string[] {
  const written = label.trim().toLowerCase();
  const short = bare(label);
  const other = OTHER_NAMES[short];
  const windows = /^(?:cp|win|windows|ms)(874|125\d)$/u.exec(short)?.[1];
  const dos = /^(?:cp|ibm|oem|dos|pc)(\d{3})$/u.exec(short)?.[1];
  const iso = /^(?:iso)?8859(\d{1,2})$/u.exec(short)?.[1];
  return [
    ...(other === undefined ? [] : [other]),
    ...(windows === undefined ? [] : [`Windows-${windows}`]),
    ...(dos === undefined ? [] : [`IBM${dos}`]),
    ...(iso === undefined ? [] : [`ISO-8859-${iso}`]),
    written,
    short,
  ];
}

function bare(label: string): string {
  return label.toLowerCase().replace(/[-_\s]+/gu, "");
}

function known(label: string): TextEncoding | undefined {
  const name = NAMES.find((each) => bare(each) === bare(label));
  if (name === "UTF-32" || name === "UTF-32BE") return utf32(name === "UTF-32");
  const page = name === undefined ? undefined : DOS_PAGES[name];
  if (name !== undefined && page !== undefined)
    return { name, decoder: (how) => pageDecoder(name, page, how) };
  try {
    const own = new TextDecoder(label).encoding;
    const shown = NAMES.find((each) => each.toLowerCase() === own);
    if (shown === undefined) return undefined;
    return { name: shown, decoder: ({ fatal }) => ownDecoder(own, fatal) };
  } catch {
    return undefined;
  }
}

function ownDecoder(encoding: string, fatal: boolean): PieceDecoder {
  const decoder = new TextDecoder(encoding, { fatal });
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

function pageDecoder(name: string, page: string, { fatal }: { readonly fatal: boolean }): PieceDecoder {
  const character = (byte: string): string => {
    const found = page[byte.charCodeAt(0) - 0x80] ?? "\ufffd";
    if (fatal && found === "\ufffd") throw noText(name);
    return found;
  };
  return {
    decode: (bytes) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
        .toString("latin1")
        .replace(/[\u0080-\u00ff]/gu, character),
    end: () => "",
  };
}
