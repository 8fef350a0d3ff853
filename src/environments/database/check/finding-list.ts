import type { Finding, Suggestion } from "../../../environment/tool-failure.ts";
import { shortened } from "./shortened.ts";

/** A suggestion longer than this is no help to read, and repeats a value that is too long to be meant. */
const LONGEST_SUGGESTION = 1000;

/** The findings of one inspection: each once, and of each code only so many, the last of which says how many more there are. */
export class FindingList {
  readonly #most: number;
  readonly #kept: Finding[] = [];
  readonly #seen = new Set<string>();
  readonly #more = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  add(finding: Finding): void {
    const { code, part } = finding;
    const key = `${code} ${part?.start ?? ""} ${part?.text ?? ""}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const same = this.#kept.filter((each) => each.code === code).length;
    if (same >= this.#most) {
      this.#more.set(code, (this.#more.get(code) ?? 0) + 1);
      return;
    }
    const suggestions = eachOnce(finding.suggestions).filter(({ text }) => text.length <= LONGEST_SUGGESTION);
    this.#kept.push({ ...finding, message: shortened(finding.message, part?.text), suggestions });
  }

  told(): readonly Finding[] {
    if (this.#more.size === 0) return this.#kept;
    return this.#kept.map((each, i) => {
      const more = this.#more.get(each.code);
      const isLast = this.#kept.findLastIndex((other) => other.code === each.code) === i;
      return more !== undefined && isLast
        ? { ...each, message: `${each.message} And ${more} more like this.` }
        : each;
    });
  }
}

/** The suggestions without those whose text was said before. */
function eachOnce(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const first = new Map<string, Suggestion>();
  for (const each of suggestions) if (!first.has(each.text)) first.set(each.text, each);
  return [...first.values()];
}
