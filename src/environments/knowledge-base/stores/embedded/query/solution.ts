/** Values of a query's variables by slot: numbers of terms, or `UNBOUND`. */
export type Solution = readonly number[];

export const UNBOUND = -1;

/** Solutions as they are found. `undefined` is a pause: time to see whether the work should stop. It is passed on, never dropped. */
export type Solutions = Iterable<Solution | undefined>;

/** The two together, or undefined where they say different things. */
export function merged(a: Solution, b: Solution): Solution | undefined {
  const both = [...a];
  for (const [slot, value] of b.entries()) {
    if (value === UNBOUND) continue;
    const other = both[slot] as number;
    if (other !== UNBOUND && other !== value) return undefined;
    both[slot] = value;
  }
  return both;
}

/** Numbers the variables of a query, by name. */
export class Slots {
  readonly #byName = new Map<string, number>();

  of(name: string): number {
    let slot = this.#byName.get(name);
    if (slot === undefined) {
      slot = this.#byName.size;
      this.#byName.set(name, slot);
    }
    return slot;
  }

  get size(): number {
    return this.#byName.size;
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }
}
