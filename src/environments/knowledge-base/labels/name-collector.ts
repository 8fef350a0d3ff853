import { DistinctValues } from "../../../value-index/distinct-values.ts";
import { languageRank } from "../vocabulary/vocabulary.ts";

/** UTF-16 units. Longer texts are descriptions rather than names, and would only cost time. */
const LONGEST_NAME = 300;

/** The text under which a name is stored and searched. Long names are cut, with an ellipsis at the cut. */
export function searchedName(text: string): string {
  if (text.length <= LONGEST_NAME) return text;
  const cut = text.slice(0, LONGEST_NAME);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

/** What kind of name an entity has by a text, packed into one number for the cache file. 0 is a label in the best language. */
export type NameMark = number;

const ALIAS = 1;
const LANGUAGE_SHIFT = 2;
/** Stands for every language that is not among the preferred ones. */
const OTHER_LANGUAGE = 15;

/** Factors of a score. Close to 1, so that the kind of name decides only among equally near names. */
const ALIAS_FACTOR = 0.98;
const OTHER_LANGUAGE_FACTOR = 0.97;
const PER_LANGUAGE = 0.002;
const MOST_LANGUAGES_APART = 5;

/** The mark of a label or alias in a language; `languages` are the preferred ones, best first; if empty, all languages are equal. */
export function nameMark(
  kind: "label" | "alias",
  language = "",
  languages: readonly string[] = [],
): NameMark {
  const rank = languageRank(language, languages) >> 1;
  const place = rank < languages.length || rank === 0 ? Math.min(rank, OTHER_LANGUAGE - 1) : OTHER_LANGUAGE;
  return (kind === "alias" ? ALIAS : 0) | (place << LANGUAGE_SHIFT);
}

/** The mark of a readable local name. */
export const LOCAL_NAME: NameMark = 2;

export function isAlias(mark: NameMark): boolean {
  return (mark & ALIAS) !== 0;
}

/** Factor for the score of a name with this mark, 0.95 to 1. */
export function markFactor(mark: NameMark): number {
  const language = mark >>> LANGUAGE_SHIFT;
  const spoken =
    language === OTHER_LANGUAGE
      ? OTHER_LANGUAGE_FACTOR
      : 1 - PER_LANGUAGE * Math.min(language, MOST_LANGUAGES_APART);
  return isAlias(mark) ? spoken * ALIAS_FACTOR : spoken;
}

/** Entities of each name, as typed arrays: name `n` belongs to the entities at `starts[n]` to `starts[n + 1]`. */
export interface NamePostings {
  readonly starts: Uint32Array;
  /** Numbers of entities, as the store counts them. */
  readonly entities: Uint32Array;
  /** `NameMark` of each name and entity. */
  readonly marks: Uint32Array;
}

export interface CollectedNames {
  readonly values: DistinctValues;
  readonly postings: NamePostings;
}

/** Collects the names of entities. A name may belong to many entities, and an entity may have many names, the same one several times. */
export class NameCollector {
  readonly #values = new DistinctValues();
  #names = new Uint32Array(1 << 10);
  #entities = new Uint32Array(1 << 10);
  #marks = new Uint32Array(1 << 10);
  #size = 0;

  /** Ignores blank names. `weight` is the entity's, 0 if unknown. */
  add(name: string, entity: number, mark: NameMark, weight: number): void {
    if (name.trim() === "") return;
    if (this.#size === this.#names.length) {
      this.#names = grown(this.#names);
      this.#entities = grown(this.#entities);
      this.#marks = grown(this.#marks);
    }
    this.#names[this.#size] = this.#values.add(searchedName(name), weight + 1);
    this.#entities[this.#size] = entity;
    this.#marks[this.#size++] = mark;
  }

  /** The entities of each name, each once: ordered by the kind of name, then by weight, greatest first. */
  finish(weightOf: (entity: number) => number): CollectedNames {
    const names = this.#names.subarray(0, this.#size);
    const starts = new Uint32Array(this.#values.size + 1);
    for (const name of names) starts[name + 1] = (starts[name + 1] as number) + 1;
    for (let name = 1; name < starts.length; name++) {
      starts[name] = (starts[name] as number) + (starts[name - 1] as number);
    }
    const next = starts.slice();
    const order = new Uint32Array(this.#size);
    for (const [i, name] of names.entries()) {
      const place = next[name] as number;
      order[place] = i;
      next[name] = place + 1;
    }

    const entities = new Uint32Array(this.#size);
    const marks = new Uint32Array(this.#size);
    let kept = 0;
    for (let name = 0; name + 1 < starts.length; name++) {
      const own = order.subarray(starts[name], starts[name + 1]);
      starts[name] = kept;
      for (const i of own.length === 1 ? own : this.#best(own, weightOf)) {
        entities[kept] = this.#entities[i] as number;
        marks[kept++] = this.#marks[i] as number;
      }
    }
    starts[starts.length - 1] = kept;
    const postings = { starts, entities: entities.slice(0, kept), marks: marks.slice(0, kept) };
    return { values: this.#values, postings };
  }

  #best(own: Uint32Array, weightOf: (entity: number) => number): readonly number[] {
    const entity = (i: number) => this.#entities[i] as number;
    const factor = (i: number) => markFactor(this.#marks[i] as number);
    const sorted = [...own].sort(
      (a, b) => factor(b) - factor(a) || weightOf(entity(b)) - weightOf(entity(a)) || entity(a) - entity(b),
    );
    const seen = new Set<number>();
    return sorted.filter((i) => !seen.has(entity(i)) && seen.add(entity(i)));
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
