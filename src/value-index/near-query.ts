import { initialsOf } from "../util/abbreviation.ts";
import { distanceFrom } from "../util/distance-from.ts";
import { foldText } from "../util/fold-text.ts";
import { type ExactQuery, exactQuery } from "./exact-search.ts";
import { hashText } from "./hash-text.ts";
import { withoutQuotes } from "./lookup-key.ts";
import { trigramsOf } from "./trigrams.ts";
import { wordsOf } from "./words-of.ts";

/** A text that is looked for, prepared once and then compared with many values. */
export interface NearQuery {
  /** Without surrounding space and quotes. */
  readonly text: string;
  readonly folded: string;
  readonly words: readonly string[];
  /** `words` without space between. */
  readonly joined: string;
  /** First letters of the words, where there are several, with their `hashText`. */
  readonly initials: readonly { readonly letters: string; readonly hash: number }[];
  /** `hashText` of `folded`, and of `joined`, as which values' initials are filed. */
  readonly foldedHash: number;
  readonly joinedHash: number;
  readonly exact: ExactQuery;
  /** Distinct trigram hashes. */
  readonly grams: Uint32Array;
  readonly distance: (to: string, max: number) => number;
}

/** UTF-16 units; what is longer is cut off: nobody names a value by more. */
const LONGEST_QUERY = 500;

export function nearQuery(text: string): NearQuery {
  const plain = withoutQuotes(text.slice(0, LONGEST_QUERY));
  const folded = foldText(plain);
  const words = wordsOf(folded);
  const joined = words.join("");
  const initials = words.length > 1 ? initialsOf(words).filter((letters) => letters.length > 1) : [];
  const grams = new Uint32Array(256);
  return {
    text: plain,
    folded,
    words,
    joined,
    initials: initials.map((letters) => ({ letters, hash: hashText(letters) })),
    foldedHash: hashText(folded),
    joinedHash: hashText(joined),
    exact: exactQuery(plain),
    grams: grams.slice(0, trigramsOf(folded, grams)),
    distance: distanceFrom(folded),
  };
}
