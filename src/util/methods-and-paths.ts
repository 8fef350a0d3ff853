const METHOD_AND_PATH = /\b(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE|TRACE|QUERY) \/[^\s"'`“”‘’<>()[\],;]*/gu;

/** What a text names by method and path (`GET /films/{film_id}`), each once, in its order. */
export function methodsAndPaths(text: string): readonly string[] {
  const named = [...text.matchAll(METHOD_AND_PATH)].map(([each]) => withoutEnding(each, ".:!?*"));
  return [...new Set(named)];
}

/**
 * The text without those of the `characters` that it ends with. A regular expression for an ending (`[.,]+$`) begins again at each of them that
 * stands in the middle, and takes quadratic time.
 */
export function withoutEnding(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
