/** A word of a clause or a name that may be damaged, with its place in the text (UTF-16 offsets). */
export interface ClauseWord {
  readonly text: string;
  readonly start: number;
}

const KEYWORDS = new Set(
  "select distinct from where and or not in is null as on join inner left right outer full cross natural using group by having order limit offset asc desc between like case when then else end union all intersect except exists with values cast interval date glob escape collate over partition rows".split(
    " ",
  ),
);
const SHORTEST = 4;

/** Identifiers outside text literals: no keywords, no functions. */
export function namesIn(text: string): readonly ClauseWord[] {
  const blanked = text.replace(/'(?:[^']|'')*'/gu, (literal) => " ".repeat(literal.length));
  return [...blanked.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)]
    .map((match) => ({ text: match[0], start: match.index }))
    .filter(({ text: word, start }) => {
      const called = /^\s*\(/u.test(blanked.slice(start + word.length));
      return word.length >= SHORTEST && !called && !KEYWORDS.has(word.toLowerCase());
    });
}

/** The words inside text literals. */
export function literalsIn(text: string): readonly ClauseWord[] {
  return [...text.matchAll(/'((?:[^']|'')*)'/gu)].flatMap((literal) =>
    [...(literal[1] ?? "").matchAll(/[\p{L}\p{N}]+/gu)]
      .filter(([word]) => word.length >= SHORTEST)
      .map((match) => ({ text: match[0], start: literal.index + 1 + match.index })),
  );
}

/** Every longer word of a plain name; of an IRI, those of its last part. */
export function wordsIn(text: string): readonly ClauseWord[] {
  const from = /^\^?<?\w+:\/\//u.test(text) ? text.search(/[^/#]*$/u) : 0;
  return [...text.matchAll(/\p{L}[\p{L}\p{N}]*/gu)]
    .filter((match) => match[0].length >= SHORTEST && match.index >= from)
    .map((match) => ({ text: match[0], start: match.index }));
}
