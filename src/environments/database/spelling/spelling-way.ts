import type { BrokenPiece } from "../../../util/double-encoding.ts";
import { mendedText } from "../../../util/double-encoding.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { type LetterSpelling, plainLetter } from "./letter-spelling.ts";

/** What is done to the texts of two columns before they are compared, besides their case and the space around them. */
export interface SpellingWay {
  /** `Last, First` becomes `First Last`. */
  readonly turned: boolean;
  readonly letters?: LetterSpelling;
}

/** The least change first. */
export const SPELLING_WAYS: readonly SpellingWay[] = [
  { turned: false },
  { turned: true },
  { turned: false, letters: "pairs" },
  { turned: false, letters: "bare" },
  { turned: true, letters: "pairs" },
  { turned: true, letters: "bare" },
];

/** What stands in the texts of one column, as far as they were looked at: nothing is replaced that is not there. */
export interface SpellingFacts {
  readonly hasSpace: boolean;
  readonly hasCase: boolean;
  readonly isTurned: boolean;
  readonly letters: readonly string[];
  readonly broken: readonly BrokenPiece[];
}

const TURNED = /^[^,]+, [^,]+$/u;

/** True for `Last, First`. */
export function isTurned(text: string): boolean {
  return TURNED.test(text.trim());
}

/** The text as the way compares it. */
export function spelled(text: string, way: SpellingWay): string {
  const mended = (mendedText(text) ?? text).normalize("NFC").trim();
  const [last = "", first] = way.turned && isTurned(mended) ? mended.split(", ") : [mended];
  const inOrder = first === undefined ? last : `${first} ${last}`;
  const { letters } = way;
  const plain =
    letters === undefined
      ? inOrder
      : [...inOrder]
          .map((letter) => (letter > "\u007f" ? (plainLetter(letter, letters) ?? letter) : letter))
          .join("");
  return plain.toLowerCase();
}

/** The same as SQL, for a column of which `facts` are known. */
export function spelledSql(
  column: string,
  way: SpellingWay,
  facts: SpellingFacts,
  dialect: SqlDialect,
): string {
  const replaced = (text: string, from: string, to: string) =>
    `REPLACE(${text}, ${dialect.stringLiteral(from)}, ${dialect.stringLiteral(to)})`;
  const mended = facts.broken.reduce((text, { piece, meant }) => replaced(text, piece, meant), column);
  const trimmed = facts.hasSpace ? `TRIM(${mended})` : mended;
  const inOrder = way.turned && facts.isTurned ? (dialect.turnedAtComma?.(trimmed) ?? trimmed) : trimmed;
  const letters = way.letters === undefined ? [] : facts.letters;
  const plain = letters.reduce(
    (text, letter) => replaced(text, letter, plainLetter(letter, way.letters ?? "bare") ?? letter),
    inOrder,
  );
  return facts.hasCase ? `LOWER(${plain})` : plain;
}

/** What the way does, in words: `"Last, First" turned round`. Empty where only case and space differ. */
export function wayWords(way: SpellingWay, facts: readonly SpellingFacts[]): readonly string[] {
  const letters = facts.some((each) => each.letters.length > 0) ? way.letters : undefined;
  return [
    ...(facts.some((each) => each.broken.length > 0) ? ["text that was encoded twice mended"] : []),
    ...(way.turned ? ['"Last, First" turned round'] : []),
    ...(letters === "pairs" ? ["ü written ue"] : letters === "bare" ? ["accents left out"] : []),
  ];
}
