/** Results by key, the last used ones; those that failed are not kept. */
export class SmallCache<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Promise<Value>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** What is there, or what `make` gives. */
  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(key);
    if (known !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, known);
      return known;
    }
    // Kept once it is there: somebody else's cancelled work must not fail this call.
    const value = await make();
    this.#values.delete(key);
    this.#values.set(key, Promise.resolve(value));
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value as string);
    return value;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  clear(): void {
    this.#values.clear();
  }
}
