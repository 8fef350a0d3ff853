/** Scripts with letters that a joiner between them shapes: Persian, Hindi, Malayalam, … */
const SHAPED = [
  "Arab",
  "Syrc",
  "Nkoo",
  "Mong",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Orya",
  "Taml",
  "Telu",
  "Knda",
]
  .concat(["Mlym", "Sinh", "Khmr", "Mymr", "Tibt", "Bali", "Java"])
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("");
const LETTER = String.raw`[[${SHAPED}]&&[\p{L}\p{M}]]`;
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;
const EMOJI = String.raw`\p{Extended_Pictographic}`;

/** Format characters that are visible themselves, or shape the letters or emoji beside them. */
const SEEN = [
  String.raw`[\u0600-\u0605\u06dd\u0890\u0891\u08e2\u{110bd}\u{110cd}]`,
  String.raw`(?<=${LETTER})[\u200c\u200d](?=${LETTER})`,
  String.raw`(?<=${VIRAMA})\u200d(?!\u200d)`,
  String.raw`(?<=\p{scx=Mong})[\u180b-\u180f](?![\u180b-\u180f])`,
  String.raw`(?<=${EMOJI}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=${EMOJI})`,
  String.raw`(?<=${EMOJI})[\ufe0e\ufe0f](?![\ufe0e\ufe0f])`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
].join("|");

const UNSEEN = new RegExp(
  String.raw`(?!${SEEN})[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`,
  "gv",
);

/** Below U+0300 only the controls and the soft hyphen are invisible: most texts can skip the slow check. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\u02ff]*$/u;
const PLAIN_LINES = /^[\n\t\x20-\x7e\xa0-\xac\xae-\u02ff]*$/u;

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * The text on one line. Every character that is invisible, breaks the line or turns the direction of its neighbours becomes an escape
 * (`\n`, `\u{202e}`): data cannot pose as a line of its own, nor hide in one. Joiners stay between letters and emoji that they shape.
 * Idempotent.
 */
export function visibleText(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSEEN, escaped);
}

/** Like `visibleText` for several lines: line ends and tabs stay. */
export function visibleLines(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text.replace(UNSEEN, (character) =>
    character === "\n" || character === "\t" ? character : escaped(character),
  );
}

/** Like `visibleLines`, as a block after a label: every line but the first is indented, so that none can pose as the server's. */
export function visibleBlock(text: string): string {
  return visibleLines(text).replaceAll("\n", "\n  ");
}

/** `\n`, or the code point: `\u{a0}`. */
export function escaped(character: string): string {
  return NAMED[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
