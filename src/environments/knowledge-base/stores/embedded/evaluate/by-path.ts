/** Below so many members, few of the paths that there could be occur, and a place for each would cost more than the walk. */
const FEW_MEMBERS = 48;

/** One entry for each path that is met, by the path's number. */
export class ByPath<Entry> {
  readonly entries: { readonly path: number; readonly entry: Entry }[] = [];
  readonly #make: () => Entry;
  readonly #singles: (Entry | undefined)[];
  readonly #others = new Map<number, Entry>();

  /** `edges` is the number of single edges there could be; pairs are numbered from there on. */
  constructor(members: number, edges: number, make: () => Entry) {
    this.#make = make;
    this.#singles = members < FEW_MEMBERS ? [] : new Array<Entry | undefined>(edges).fill(undefined);
  }

  at(path: number): Entry {
    const single = path < this.#singles.length;
    const known = single ? this.#singles[path] : this.#others.get(path);
    if (known !== undefined) return known;
    const entry = this.#make();
    this.entries.push({ path, entry });
    if (single) this.#singles[path] = entry;
    else this.#others.set(path, entry);
    return entry;
  }
}
