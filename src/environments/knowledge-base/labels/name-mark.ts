/** What kind of name an entity has by a text, packed into one number as it stands in the cache file. 0 is a label in the best language. */
export type NameMark = number;

const ALIAS = 1;
const LOCAL = 2;
const LANGUAGE_SHIFT = 2;
/** Stands for every language that is not among the preferred ones. */
export const OTHER_LANGUAGE = 15;

/** What a score is multiplied with. Small, so that the kind of name decides among equally near names only. */
const ALIAS_FACTOR = 0.98;
const OTHER_LANGUAGE_FACTOR = 0.97;
const PER_LANGUAGE = 0.002;
const MOST_LANGUAGES_APART = 5;

/** `language` is the place among the preferred languages (`languageRank`). "local" is the end of an IRI, made readable. */
export function nameMark(kind: "label" | "alias" | "local", language: number): NameMark {
  const bits = kind === "alias" ? ALIAS : kind === "local" ? LOCAL : 0;
  return bits | (Math.min(language, OTHER_LANGUAGE) << LANGUAGE_SHIFT);
}

export function isAlias(mark: NameMark): boolean {
  return (mark & ALIAS) !== 0;
}

/** 0.95 to 1. */
export function markFactor(mark: NameMark): number {
  const language = mark >>> LANGUAGE_SHIFT;
  const spoken =
    language === OTHER_LANGUAGE
      ? OTHER_LANGUAGE_FACTOR
      : 1 - PER_LANGUAGE * Math.min(language, MOST_LANGUAGES_APART);
  return isAlias(mark) ? spoken * ALIAS_FACTOR : spoken;
}
