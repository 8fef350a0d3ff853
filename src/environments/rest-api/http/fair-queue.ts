/** What several have waiting, taken one by one from each in turn: whoever has much of it waits for himself. */
export interface FairQueue<T> {
  add(owner: string, item: T): void;
  /** Undefined where nothing waits. */
  next(): T | undefined;
}

export function fairQueue<T>(): FairQueue<T> {
  /** The owner whose turn it is comes first; none has an empty list. */
  const waiting = new Map<string, T[]>();
  return {
    add(owner, item) {
      const items = waiting.get(owner);
      if (items === undefined) waiting.set(owner, [item]);
      else items.push(item);
    },
    next() {
      const [first] = waiting;
      if (first === undefined) return undefined;
      const [owner, items] = first;
      waiting.delete(owner);
      const item = items.shift();
      if (items.length > 0) waiting.set(owner, items);
      return item;
    },
  };
}
