import { DistinctValues } from "../../../value-index/distinct-values.ts";
import { markFactor, type NameMark } from "./name-mark.ts";
import type { NamePostings } from "./name-postings.ts";
import { searchedName } from "./searched-name.ts";

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
