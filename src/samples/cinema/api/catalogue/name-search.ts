import { foldText } from "../../../../util/fold-text.ts";

type Words = readonly string[];

/**
 * Things whose name has, for every word of the query, a word that begins with it; case and accents do not count and misspelled words find
 * nothing. The things keep their order. With an apostrophe `O'Neill` is found as "O'Neill", "ONeill" and "Neill".
 */
export function nameSearch<T>(
  things: readonly T[],
  namesOf: (thing: T) => readonly string[],
): (query: string) => readonly T[] {
  const indexed = things.map((thing) => ({ thing, names: namesOf(thing).map(wordsOf) }));
  return (query) => {
    const wanted = [splitWords(query), joinedWords(query)].filter((words) => words.length > 0);
    return indexed
      .filter(({ names }) => names.some((name) => wanted.some((words) => begins(words, name))))
      .map(({ thing }) => thing);
  };
}

function begins(query: Words, name: Words): boolean {
  return query.every((word) => name.some((other) => other.startsWith(word)));
}

const wordsOf = (name: string): Words => [...new Set([...splitWords(name), ...joinedWords(name)])];

const splitWords = (name: string): Words => foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const joinedWords = (name: string): Words => splitWords(foldText(name).replaceAll("'", ""));
