import type { Reading } from "../../trajectory/clarification.ts";
import { foldedWords } from "../../util/fold-text.ts";
import { sameButForNumber } from "../../util/plural.ts";
import { holdsWords } from "./asked-words.ts";
import { contentWords } from "./content-words.ts";
import { markOf } from "./marked-readings.ts";
import { namesOfReading } from "./names-of-reading.ts";

interface Asked {
  readonly words: readonly string[];
  readonly readings: readonly Reading[];
}

/**
 * Whether the person's question says by itself that it is this reading: its whole name stands there ("Howard Keel", where "Howard" is asked about), and that of
 * no other one but as a part of it.
 */
export function isSaid(meant: Reading, { words, readings }: Asked, question: string): boolean {
  const name = nameIn(question, meant);
  if (name === undefined) return false;
  // The words that are asked about say nothing of themselves.
  const asked = words.flatMap(contentWords);
  if (contentWords(name).every((word) => asked.some((each) => sameButForNumber(each, word)))) return false;
  return readings.every((other) => {
    const told = other === meant ? undefined : nameIn(question, other);
    return told === undefined || isPartOf(told, name);
  });
}

function isPartOf(part: string, name: string): boolean {
  return foldedWords(part) !== foldedWords(name) && holdsWords(name, part);
}

function nameIn(question: string, reading: Reading): string | undefined {
  const names = namesOfReading(reading);
  const whole = names.find((name) => holdsWords(question, name));
  if (whole !== undefined) return whole;
  const mark = markOf(reading);
  if (mark?.column === undefined || mark.value !== undefined) return undefined;
  // "The names of the visitors" says "visitor name" in the language's own order.
  const said = foldedWords(question).split(" ");
  return names.find((name) =>
    foldedWords(name)
      .split(" ")
      .every((word) => said.some((each) => sameButForNumber(each, word))),
  );
}
