const METHOD_AND_PATH = /\b(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE|TRACE|QUERY) \/[^\s"'`“”‘’<>()[\],;]*/gu;

/** Operations that a text names by method and path (`GET /films/{film_id}`), each once, in order. */
export function methodsAndPaths(text: string): readonly string[] {
  const named = [...text.matchAll(METHOD_AND_PATH)].map(([each]) => withoutEnding(each, ".:!?*"));
  return [...new Set(named)];
}

/**
 * The text without trailing `characters`. A regular expression (`[.,]+$`) would restart at each of these characters inside the text, and take
 * quadratic time.
 */
export function withoutEnding(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
