import { mulberry32 } from "../../../util/mulberry32.ts";

/** Pseudo-random numbers that are the same for the same text (FNV-1a, then mulberry32). */
export class SeededRandom {
  /** At least 0, less than 1. */
  readonly next: () => number;

  constructor(seed: string) {
    let hash = 0x811c9dc5;
    for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
    this.next = mulberry32(hash);
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
