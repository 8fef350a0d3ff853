const named: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  "0": "\0",
  Z: "\x1a",
};

/**
 * Index behind the closing quote of a text that opens at `start`, or -1 when it is not closed. A doubled quote stands for one, and with
 * `backslash` a backslash takes the next character along.
 */
export function closingQuote(source: string, start: number, quote: string, backslash: boolean): number {
  for (let index = start + 1; index < source.length; index++) {
    const character = source[index];
    if (backslash && character === "\\") index++;
    else if (character === quote) {
      if (source[index + 1] !== quote) return index + 1;
      index++;
    }
  }
  return -1;
}

/** What a quoted text says: without its quotes, doubled quotes made single and backslash escapes carried out. */
export function unquote(inner: string, quote: string, backslash: boolean): string {
  const single = inner.includes(quote) ? inner.replaceAll(quote + quote, quote) : inner;
  if (!backslash || !single.includes("\\")) return single;
  return single.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|([0-7]{3})|([\s\S]))/g,
    (_all, hex, unicode, octal, other) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (unicode !== undefined) return String.fromCharCode(Number.parseInt(unicode, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      // A pattern of LIKE keeps its escape: `\%` is the wildcard taken literally, not the wildcard.
      if (other === "%" || other === "_") return `\\${other}`;
      return named[other] ?? other;
    },
  );
}

/** What `U&'d\0061t\+000061'` of PostgreSQL says. */
export function unicodeEscapes(text: string): string {
  return text.replace(/\\(?:\+([0-9a-fA-F]{6})|([0-9a-fA-F]{4})|(\\))/g, (all, long, short, backslash) => {
    if (backslash !== undefined) return "\\";
    const code = Number.parseInt(long ?? short, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
