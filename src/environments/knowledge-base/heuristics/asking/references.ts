import type { Unclear } from "../../../../environment/capabilities.ts";
import { missingReference } from "../../../../environment/interpretations.ts";
import { type Token, textBetween } from "../../../../util/english/tokens.ts";
import type { NameSpan } from "../linking/link-names.ts";
import { type KnownWords, nounOf } from "../linking/words.ts";

const POINTS: Readonly<Record<string, "person" | "thing" | "several">> = {
  ...Object.fromEntries("he him his she her".split(" ").map((word) => [word, "person"] as const)),
  ...Object.fromEntries("it its this that".split(" ").map((word) => [word, "thing"] as const)),
  ...Object.fromEntries("they them their these those".split(" ").map((word) => [word, "several"] as const)),
};

/** Words that refer to an entity outside the question. */
export interface Reference {
  /** The words as in the question: "she", "that film". */
  readonly words: string;
  readonly points: "person" | "thing" | "several";
  /** The noun in "that film". */
  readonly noun?: string;
}

/** The first reference to an entity outside the question. A reference after a name does not count, nor "that" as a conjunction. */
export function findReference(
  question: string,
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
): Reference | undefined {
  const sure = names.filter(({ cost }) => cost < 0.5);
  for (const [at, { folded, kind }] of tokens.entries()) {
    const points = kind === "word" ? POINTS[folded] : undefined;
    if (points === undefined || sure.some(({ from }) => from <= at)) continue;
    const next = tokens[at + 1];
    const noun =
      next?.kind === "word" && nounOf([next.folded], known) !== undefined ? next.folded : undefined;
    if (!/^th(?:is|at|ese|ose)$/u.test(folded)) {
      // "Books that were illustrated by their author": the referent may precede within the question.
      const owns = /^(?:his|her|its|their)$/u.test(folded) && next?.kind === "word";
      const isAsked =
        !owns && /^(?:is|was|were|are|did|does|do|has|have|had|can)$/u.test(tokens[at - 1]?.folded ?? "");
      const isOpen = tokens.slice(0, at).some((each) => nounOf([each.folded], known) !== undefined);
      if (isOpen && !isAsked && points !== "person") continue;
      return { words: textBetween(question, tokens, at, at + 1), points };
    }
    const joins = nounOf([tokens[at - 1]?.folded ?? ""], known) !== undefined;
    if (noun !== undefined && !joins)
      return { words: textBetween(question, tokens, at, at + 2), points, noun };
  }
  return undefined;
}

/** The question to the user about a reference without a referent. */
export function askReference({ words, points, noun }: Reference): Unclear {
  const asked = points === "person" ? "Who is" : points === "thing" && noun ? `Which ${noun} is` : "What is";
  return missingReference(words, `${asked} meant by "${words}"?`);
}
