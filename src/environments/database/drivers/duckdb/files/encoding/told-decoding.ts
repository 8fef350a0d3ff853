import { FuxiError } from "../../../../../../errors/fuxi-error.ts";
import { type TextDecoding, withoutNuls } from "./text-decoding.ts";
import { noText, type PieceDecoder, type TextEncoding } from "./text-encoding.ts";

/** A line that is longer is not kept to find the place of a fault in it: its number is known without. */
const LONGEST_KEPT_LINE = 1 << 20;
/** What decoders give for bytes that a code page leaves undefined; the line end of mainframes aside. */
const UNDEFINED = /[\u0080-\u0084\u0086-\u009f]/u;
const CODE_PAGE = /^(?:Windows|ISO-8859|KOI8|Macintosh|x-mac)/u;

/**
 * Text in the encoding that a person named.
 * @throws FuxiError `data-invalid` where bytes stand for nothing in it, with the line
 */
export function toldDecoding(
  encoding: TextEncoding,
  { isUtf8AllTheSame }: { readonly isUtf8AllTheSame: boolean },
): TextDecoding {
  const open = () => checked(encoding);
  const decoder = open();
  const nuls = withoutNuls();
  const lines = lineCounter();
  // Bytes of a line end are parts of other characters there, so that lines are not told apart before they are decoded.
  const isWide = /^UTF-(?:16|32)/u.test(encoding.name);
  let line: Uint8Array = new Uint8Array();

  const decoded = (work: () => string, bytes: Uint8Array): string => {
    let text: string;
    try {
      text = work();
    } catch (cause) {
      const kept = Buffer.concat([line, bytes]);
      const before =
        lines.count() + linesBeforeFault(open(), kept, line.length === 0 && lines.isAfterReturn());
      throw misfit(encoding, before + 1, cause);
    }
    lines.add(text);
    line = isWide ? new Uint8Array() : lastLine(line, bytes);
    return nuls.clean(text);
  };

  return {
    decode: (bytes) => decoded(() => decoder.decode(bytes), bytes),
    end: () => decoded(() => decoder.end(), new Uint8Array()),
    facts: () => ({
      encoding: encoding.name,
      strayBytes: 0,
      nuls: nuls.count(),
      misfits: 0,
      ...(isUtf8AllTheSame ? { isUtf8AllTheSame } : {}),
    }),
  };
}

function checked(encoding: TextEncoding): PieceDecoder {
  const decoder = encoding.decoder({ fatal: true });
  const isCodePage = CODE_PAGE.test(encoding.name);
  const check = (text: string): string => {
    if (isCodePage && UNDEFINED.test(text)) throw noText(encoding.name);
    return text;
  };
  return { decode: (bytes) => check(decoder.decode(bytes)), end: () => check(decoder.end()) };
}

function misfit({ name }: TextEncoding, line: number, cause: unknown): FuxiError {
  return new FuxiError(
    "data-invalid",
    `Line ${line.toLocaleString("en-US")} has bytes that are no ${name}.`,
    {
      hint: "Name the encoding it is in, or none, so that it is found out.",
      cause,
    },
  );
}

function linesBeforeFault(decoder: PieceDecoder, bytes: Uint8Array, isAfterReturn: boolean): number {
  const lines = lineCounter(isAfterReturn);
  try {
    for (let at = 0; at < bytes.length; at++) lines.add(decoder.decode(bytes.subarray(at, at + 1)));
    decoder.end();
  } catch {
    // The fault that was looked for.
  }
  return lines.count();
}

interface LineCounter {
  add(text: string): void;
  count(): number;
  /** Whether a line feed that comes next belongs to a line end that is counted. */
  isAfterReturn(): boolean;
}

/** Counts line ends of all kinds. */
function lineCounter(beginsAfterReturn = false): LineCounter {
  let isAfterReturn = beginsAfterReturn;
  let count = 0;
  return {
    add(text) {
      if (text === "") return;
      count += text.match(/\r\n?|\n/gu)?.length ?? 0;
      if (isAfterReturn && text.startsWith("\n")) count--;
      isAfterReturn = text.endsWith("\r");
    },
    count: () => count,
    isAfterReturn: () => isAfterReturn,
  };
}

/** The bytes behind the last line end: a decoder that begins with them finds the fault where the other one did. */
function lastLine(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  const at = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d));
  if (at < 0 && before.length + bytes.length > LONGEST_KEPT_LINE) return new Uint8Array();
  return at < 0 ? Buffer.concat([before, bytes]) : bytes.slice(at + 1);
}
