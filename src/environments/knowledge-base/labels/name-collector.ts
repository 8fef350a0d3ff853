import { DistinctValues } from "../../../value-index/distinct-values.ts";

/** UTF-16 units. What is longer is a description rather than a name, and would only cost time. */
const LONGEST_NAME = 300;

/** The text under which a name is kept and looked for: the beginning of a long one, with an ellipsis that marks the cut. */
export function searchedName(text: string): string {
  if (text.length <= LONGEST_NAME) return text;
  const cut = text.slice(0, LONGEST_NAME);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

/** What kind of name an entity has by a text, packed into one number as it stands in the cache file. 0 is a label in the best language. */
export type NameMark = number;

const ALIAS = 1;
const LOCAL = 2;
const LANGUAGE_SHIFT = 2;
/** Stands for every language that is not among the preferred ones. */
const OTHER_LANGUAGE = 15;

/** What a score is multiplied with. Small, so that the kind of name decides among equally near names only. */
const ALIAS_FACTOR = 0.98;
const OTHER_LANGUAGE_FACTOR = 0.97;
const PER_LANGUAGE = 0.002;
const MOST_LANGUAGES_APART = 5;

/** `language` is the place among the preferred languages (`languageRank`). "local" is the end of an IRI, made readable. */
export function nameMark(kind: "label" | "alias" | "local", language: number): NameMark {
  const bits = kind === "alias" ? ALIAS : kind === "local" ? LOCAL : 0;
  return bits | (Math.min(language, OTHER_LANGUAGE) << LANGUAGE_SHIFT);
}

export function isAlias(mark: NameMark): boolean {
  return (mark & ALIAS) !== 0;
}

/** 0.95 to 1. */
export function markFactor(mark: NameMark): number {
  const language = mark >>> LANGUAGE_SHIFT;
  const spoken =
    language === OTHER_LANGUAGE
      ? OTHER_LANGUAGE_FACTOR
      : 1 - PER_LANGUAGE * Math.min(language, MOST_LANGUAGES_APART);
  return isAlias(mark) ? spoken * ALIAS_FACTOR : spoken;
}

/** Typed arrays of whom each name belongs to: name `n` to those at `starts[n]` to `starts[n + 1]`. */
export interface NamePostings {
  readonly starts: Uint32Array;
  /** Numbers of entities, as the store counts them. */
  readonly entities: Uint32Array;
  /** `NameMark` of each. */
  readonly marks: Uint32Array;
}

/**
 * The place of a text's language among the preferred ones (`Vocabulary.languages`), 0 the best. `en-gb` counts as `en` where only that is
 * preferred. Where none is preferred all are alike.
 */
export function languageRank(languages: readonly string[], language: string | undefined): number {
  if (languages.length === 0) return 0;
  const tag = language ?? "";
  const exact = languages.indexOf(tag);
  if (exact >= 0) return Math.min(exact, OTHER_LANGUAGE - 1);
  const primary = languages.indexOf(tag.split("-", 1)[0] as string);
  return primary >= 0 ? Math.min(primary, OTHER_LANGUAGE - 1) : OTHER_LANGUAGE;
}

export interface CollectedNames {
  readonly values: DistinctValues;
  readonly postings: NamePostings;
}

/** Collects who is called what. A name may belong to many entities, and an entity may have many names, the same one several times. */
export class NameCollector {
  readonly #values = new DistinctValues();
  #names = new Uint32Array(1 << 10);
  #entities = new Uint32Array(1 << 10);
  #marks = new Uint32Array(1 << 10);
  #size = 0;

  /** Blank names are passed over. `weight` is the entity's, 0 where it is not known. */
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

  /** Of each name the entities it belongs to, each once: those it names best first, of equals those of greatest weight. */
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
