/** Values by key, the least recently used given up first once their sizes together are over the limit. */
export class RecentValues<Value> {
  readonly #values = new Map<string, { readonly value: Value; readonly size: number }>();
  readonly #limit: number;
  readonly #sizeOf: (value: Value) => number;
  #size = 0;

  constructor(limit: number, sizeOf: (value: Value) => number = () => 1) {
    this.#limit = limit;
    this.#sizeOf = sizeOf;
  }

  get(key: string): { readonly value: Value } | undefined {
    const known = this.#values.get(key);
    if (known === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, known);
    return known;
  }

  /** What is larger than the limit by itself is not kept. */
  set(key: string, value: Value): void {
    this.#remove(key);
    const size = this.#sizeOf(value);
    if (size > this.#limit) return;
    this.#values.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#limit) break;
      this.#remove(oldest);
    }
  }

  /** What is there, or what `make` gives; failures are not kept, and somebody else's cancelled work fails no other call. */
  async through(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.get(key);
    if (known !== undefined) return known.value;
    const value = await make();
    this.set(key, value);
    return value;
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
  }

  #remove(key: string): void {
    this.#size -= this.#values.get(key)?.size ?? 0;
    this.#values.delete(key);
  }
}
