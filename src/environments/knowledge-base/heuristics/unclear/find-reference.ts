import type { Unclear } from "../../../../environment/capabilities.ts";
import { kindsOf } from "../lexicon/kinds.ts";
import type { KnownWords } from "../linking/known-words.ts";
import { nounOf, singular, verbOf } from "../linking/lexical-edges.ts";
import type { NameSpan } from "../linking/link-names.ts";
import { type Token, textBetween } from "../question/read-tokens.ts";

/** What is asked where words point to something that was never named. */
export function missingReference({ words, points, noun }: Reference): Unclear {
  const question =
    points === "person"
      ? `Who is meant by "${words}"?`
      : noun === undefined || points === "several"
        ? `What is meant by "${words}"?`
        : `Which ${noun} is meant by "${words}"?`;
  return {
    understood: false,
    reason: `The question does not say what "${words}" points to.`,
    words: [words],
    unclear: { kind: "missing", question, readings: [] },
  };
}

/** Words that point to something which the question itself does not name. */
export interface Reference {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** As they stand in the question. */
  readonly words: string;
  readonly points: "person" | "thing" | "several" | "noun";
  /** Of "that film". */
  readonly noun?: string;
}

const PERSONS: ReadonlySet<string> = new Set("he him his she her hers".split(" "));
const THINGS: ReadonlySet<string> = new Set(["it", "its"]);
const SEVERAL: ReadonlySet<string> = new Set("they them their theirs".split(" "));
/** "Companies that have their office": what owns stands before. */
const POSSESSIVE: ReadonlySet<string> = new Set(["his", "her", "its", "their"]);
const AUXILIARIES: ReadonlySet<string> = new Set("is was were are did does do has had have can".split(" "));
/** Before these, "those" points forward. */
const FORWARD: ReadonlySet<string> = new Set(
  "who that which whose in from of with by made born directed written".split(" "),
);

/** The first reference to nothing in the question; undefined where every word stands for itself, or for a name before it. */
export function findReference(
  question: string,
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
): Reference | undefined {
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "word" || isNamed(at, names)) continue;
    const found = pronoun(at, tokens, names, known) ?? demonstrative(at, tokens, names, known);
    if (found !== undefined)
      return { ...found, from: at, words: textBetween(question, tokens, at, found.to) };
  }
  return undefined;
}

type Found = Pick<Reference, "to" | "points" | "noun">;

function pronoun(
  at: number,
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
): Found | undefined {
  const word = tokens[at]?.folded ?? "";
  const points = PERSONS.has(word)
    ? "person"
    : THINGS.has(word)
      ? "thing"
      : SEVERAL.has(word)
        ? "several"
        : undefined;
  if (points === undefined || names.some(({ to }) => to <= at)) return undefined;
  const before = tokens.slice(0, at);
  const owned = POSSESSIVE.has(word) && tokens[at + 1]?.kind === "word";
  const asked = !owned && AUXILIARIES.has(before.at(-1)?.folded ?? "");
  // "Starred" is no star.
  const nouns = before.filter(
    ({ folded }) =>
      nounOf([folded], known) !== undefined &&
      (verbOf([folded], known) === undefined || !/(?:ed|ing)$/u.test(folded)),
  );
  const own = nouns.filter(({ folded }) => (points === "person" ? isPerson(folded) : true));
  // "On what day was she": what is asked for is not what is pointed to.
  return own.length > 0 && !asked ? undefined : { to: at + 1, points };
}

function demonstrative(
  at: number,
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
): Found | undefined {
  const { folded = "" } = tokens[at] ?? {};
  const next = tokens[at + 1];
  if (!/^(?:this|that|these|those)$/u.test(folded)) return undefined;
  const plural = folded.startsWith("the") || folded.startsWith("tho");
  const noun = next?.kind === "word" ? nounOf([next.folded], known) : undefined;
  const before = tokens[at - 1];
  // "Films that people like": behind a noun, it joins.
  const joins =
    (before !== undefined && nounOf([before.folded], known) !== undefined) || isNamed(at - 1, names);
  if (noun !== undefined && next !== undefined) {
    if (!plural && (joins || singular(next.folded) !== next.folded)) return undefined;
    return { to: at + 2, points: plural ? "several" : "noun", noun: next.folded };
  }
  if (!plural || FORWARD.has(next?.folded ?? "") || next !== undefined) return undefined;
  return { to: at + 1, points: "several" };
}

function isPerson(noun: string): boolean {
  return kindsOf(singular(noun)).includes("person") || /(?:or|er|ess|ist)$/u.test(singular(noun));
}

function isNamed(at: number, names: readonly NameSpan[]): boolean {
  return names.some(({ from, to, cost }) => from <= at && at < to && cost < 0.5);
}
