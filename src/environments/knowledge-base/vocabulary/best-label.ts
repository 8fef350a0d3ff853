import type { Literal, Term } from "../term/term.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** One label as it stands in the data. */
export interface LabelCandidate {
  /** Place of the predicate in `Vocabulary.label`. */
  readonly predicate: number;
  readonly label: Term;
}

/**
 * The label to show, the same in every store: by language (as listed; its regional variants after it; other languages last, by their
 * tags), then by predicate as listed, then by the text (UTF-16 code units). Empty texts and anything but literals are no labels.
 */
export function bestLabel(
  candidates: Iterable<LabelCandidate>,
  { languages }: Vocabulary,
): string | undefined {
  let best: Ranked | undefined;
  for (const { predicate, label } of candidates) {
    if (!isLabel(label)) continue;
    const one = { rank: languageRank(label.language ?? "", languages), predicate, label };
    if (best === undefined || before(one, best)) best = one;
  }
  return best?.label.value;
}

export function isLabel(term: Term): term is Literal {
  return term.kind === "literal" && term.value !== "";
}

function before(a: Ranked, b: Ranked): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  const [left, right] = [a.label.language ?? "", b.label.language ?? ""];
  if (left !== right) return left < right;
  return a.predicate === b.predicate ? a.label.value < b.label.value : a.predicate < b.predicate;
}

interface Ranked {
  readonly rank: number;
  readonly predicate: number;
  readonly label: Literal;
}

function languageRank(language: string, languages: readonly string[]): number {
  const exact = languages.indexOf(language);
  const variant = languages.findIndex((each) => each !== "" && language.startsWith(`${each}-`));
  const ranks = [exact < 0 ? Infinity : exact * 2, variant < 0 ? Infinity : variant * 2 + 1];
  return Math.min(...ranks, languages.length * 2);
}
