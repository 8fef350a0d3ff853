/** Scripts whose letters a joiner between them shapes: Persian, Hindi, Malayalam, … */
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

/** Format characters that have a form of their own, or belong to how the letters or emoji beside them look. */
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

/** Nothing below U+0300 is unseen but the controls and the soft hyphen: most texts need no closer look, which takes far longer. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\u02ff]*$/u;
const PLAIN_LINES = /^[\n\t\x20-\x7e\xa0-\xac\xae-\u02ff]*$/u;

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * The text on one line, with every character that cannot be seen, that breaks the line or that turns the direction of what stands beside it
 * written as an escape (`\n`, `\u{202e}`): what comes from data cannot pose as a line of its own, nor hide in one. Joiners stay between letters
 * and emoji that they shape. It reads its own result as it is.
 */
export function visibleText(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSEEN, escaped);
}

/** The same for a text of several lines: what ends them, and tabs, stay. */
export function visibleLines(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text.replace(UNSEEN, (character) =>
    character === "\n" || character === "\t" ? character : escaped(character),
  );
}

/** The same as a block behind a word of the reader's own: every line but the first is indented, so that none can be taken for the server's. */
export function visibleBlock(text: string): string {
  return visibleLines(text).replaceAll("\n", "\n  ");
}

/** `\n`, or the number of the character: `\u{a0}`. */
export function escaped(character: string): string {
  return NAMED[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
