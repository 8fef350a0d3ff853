import { FuxiError } from "../../errors/fuxi-error.ts";
/**
 * A deterministic stream of random choices, seeded by a name.
 *
 * Every kind of thing draws from a stream of its own name, so that a new kind never shifts the rows of another.
 * Only additions, multiplications and integer operations are used: the numbers are the same on every machine.
 */
export class RandomStream {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(name: string) {
    const seed = seedFrom(`fuxi-cinema/${name}`);
    this.#a = seed();
    this.#b = seed();
    this.#c = seed();
    this.#d = seed();
    for (let i = 0; i < 12; i++) this.next();
  }

  /** A number in [0, 1). */
  next(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + t) | 0;
    return (t >>> 0) / 4294967296;
  }

  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Roughly normal (the sum of six uniform draws), so never farther than 4.3 deviations from the mean. */
  normal(mean: number, deviation: number): number {
    let sum = -3;
    for (let i = 0; i < 6; i++) sum += this.next();
    return mean + sum * Math.SQRT2 * deviation;
  }

  pick<T>(list: readonly T[]): T {
    const value = list[Math.floor(this.next() * list.length)];
    if (value === undefined) throw new FuxiError("internal", "Cannot pick from an empty list.");
    return value;
  }

  /** Early entries come up more often than late ones; `skew` 1 is uniform, 2 and above favours the front. */
  pickSkewed<T>(list: readonly T[], skew: number): T {
    let u = this.next();
    const base = u;
    for (let i = 1; i < skew; i++) u *= base;
    const value = list[Math.floor(u * list.length)];
    if (value === undefined) throw new FuxiError("internal", "Cannot pick from an empty list.");
    return value;
  }

  /** One of the values, each as often as its weight says. */
  weighted<const T>(values: readonly T[], weights: readonly number[]): T {
    let left = this.next() * weights.reduce((total, weight) => total + weight, 0);
    for (const [at, value] of values.entries()) {
      left -= weights[at] ?? 0;
      if (left < 0) return value;
    }
    return this.pick(values);
  }

  /** `count` different entries of the list (all of them if it is shorter). */
  sample<T>(list: readonly T[], count: number): T[] {
    const pool = [...list];
    const taken: T[] = [];
    while (taken.length < count && pool.length > 0) {
      const index = Math.floor(this.next() * pool.length);
      taken.push(...pool.splice(index, 1));
    }
    return taken;
  }
}

function seedFrom(text: string): () => number {
  let h = 1779033703 ^ text.length;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 3432918353);
    h = (h << 13) | (h >>> 19);
  }
  return () => {
    h = Math.imul(h ^ (h >>> 16), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    h ^= h >>> 16;
    return h | 0;
  };
}
