import { withoutEnding } from "./without-ending.ts";

const METHOD_AND_PATH = /\b(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE|TRACE|QUERY) \/[^\s"'`“”‘’<>()[\],;]*/gu;

/** What a text names by method and path (`GET /films/{film_id}`), each once, in its order. */
export function methodsAndPaths(text: string): readonly string[] {
  const named = [...text.matchAll(METHOD_AND_PATH)].map(([each]) => withoutEnding(each, ".:!?*"));
  return [...new Set(named)];
}
