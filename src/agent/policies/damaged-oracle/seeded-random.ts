/** Pseudo-random numbers that are the same for the same text (FNV-1a, then mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(seed: string) {
    let hash = 0x811c9dc5;
    for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
    this.#state = hash >>> 0;
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.next() * list.length)];
  }

  shuffled<T>(list: readonly T[]): readonly T[] {
    return list
      .map((member) => ({ member, place: this.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ member }) => member);
  }
}
