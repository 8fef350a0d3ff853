import { OTHER_LANGUAGE } from "./name-mark.ts";

/**
 * The place of a text's language among the preferred ones (`Vocabulary.languages`), 0 the best. `en-gb` counts as `en` where only that is
 * preferred. Where none is preferred all are alike.
 */
export function languageRank(languages: readonly string[], language: string | undefined): number {
  if (languages.length === 0) return 0;
  const tag = language ?? "";
  const exact = languages.indexOf(tag);
  if (exact >= 0) return Math.min(exact, OTHER_LANGUAGE - 1);
  const primary = languages.indexOf(tag.split("-", 1)[0] as string);
  return primary >= 0 ? Math.min(primary, OTHER_LANGUAGE - 1) : OTHER_LANGUAGE;
}
