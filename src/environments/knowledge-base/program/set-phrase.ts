/** A set in words: what it is made of, and what holds of its members. */
export interface SetPhrase {
  /** `films`, `Alien`, `the genre of Alien`; "things" where nothing is known. */
  readonly noun: string;
  /** What was said of nothing in particular takes the noun of what it is joined with. */
  readonly generic: boolean;
  /** A sentence part of its own, to which nothing can be added without brackets. */
  readonly closed: boolean;
  /** `that were directed by Kubrick`, `whose genre is War`. */
  readonly clauses: readonly string[];
}

export const THINGS: SetPhrase = { noun: "things", generic: true, closed: false, clauses: [] };

export function closed(text: string): SetPhrase {
  return { noun: text, generic: false, closed: true, clauses: [] };
}

export function phraseText({ noun, clauses }: SetPhrase): string {
  return clauses.length === 0 ? noun : `${noun} ${clauses.join(" and ")}`;
}

/** As the object of a clause: brackets where it would be unclear what belongs to what. */
export function objectText(phrase: SetPhrase): string {
  const text = phraseText(phrase);
  if (phrase.clauses.length === 0) return phrase.closed ? `any of (${text})` : text;
  return phrase.clauses.length === 1 && !text.includes(" any of ")
    ? `any of the ${text}`
    : `any of the (${text})`;
}

export function withClauses(phrase: SetPhrase, more: readonly string[]): SetPhrase {
  const open: Pick<SetPhrase, "noun" | "clauses"> = phrase.closed
    ? { noun: `the members of (${phraseText(phrase)})`, clauses: [] }
    : phrase;
  return {
    noun: open.noun,
    generic: false,
    closed: false,
    clauses: [...open.clauses, ...more.filter((each) => !open.clauses.includes(each))],
  };
}

/** Members of both. The more telling noun stays. */
export function bothPhrase(a: SetPhrase, b: SetPhrase): SetPhrase {
  if (b.generic && !b.closed) return { ...withClauses(a, b.clauses), generic: a.generic };
  if (a.generic && !a.closed) {
    const merged = withClauses(b, a.clauses);
    return b.clauses.length > 0 && !b.closed ? { ...merged, clauses: [...a.clauses, ...b.clauses] } : merged;
  }
  return withClauses(a, [`that are also ${b.closed ? `(${phraseText(b)})` : phraseText(b)}`]);
}
