/** What `LargeDocument` answers, from inside the sandbox. */
export interface HostDocument {
  open(start: number): string;
  block(container: number, block: number): string;
  find(container: number, key: string): number;
}

/**
 * Runs inside the sandbox, so it refers to nothing outside itself. Gives the function that turns the value at a byte offset into something a
 * program uses as if it were the parsed value: lists are iterated block by block, members are read when asked for. Items are frozen, as a
 * change to one would be forgotten with its block; a change to a list itself (sort, push) first takes all of it into memory.
 */
export function largeView(host: HostDocument, frozen: boolean): (start: number) => unknown {
  const { parse } = JSON;
  const { apply, getOwnPropertyDescriptor, defineProperty, has: hasKey } = Reflect;
  const KEPT_BLOCKS = 4;
  type Items = unknown[];

  return view;

  function view(start: number): unknown {
    const opened = parse(host.open(start));
    if ("list" in opened) return listView(opened.list, opened.length, opened.firsts);
    if ("members" in opened) return membersView(opened.members, opened.blocks);
    return opened.value;
  }

  /** Blocks of one container, the last few of them kept; large items stay, since a program may have changed them. */
  function reader(container: number): (block: number) => Items {
    const kept: { block: number; items: Items }[] = [];
    const large = new Map<number, Items>();
    return (block) => {
      const known = large.get(block) ?? kept.find((each) => each.block === block)?.items;
      if (known !== undefined) return known;
      const read = parse(host.block(container, block));
      if (!Array.isArray(read)) {
        const value = view(read.start);
        const items = read.key === undefined ? [value] : [{ [read.key]: value }];
        large.set(block, items);
        return items;
      }
      if (frozen) for (const item of read) freeze(item);
      kept.unshift({ block, items: read });
      if (kept.length > KEPT_BLOCKS) kept.pop();
      return read;
    };
  }

  function freeze(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    Object.freeze(value);
    for (const key in value) freeze((value as Record<string, unknown>)[key]);
  }

  function listView(container: number, length: number, firsts: readonly number[]): unknown {
    const read = reader(container);
    /** The whole list, once a program has changed it. */
    let whole: Items | undefined;
    const methods = readingMethods();
    const proxy: Items = new Proxy([] as Items, {
      get(_, key, receiver) {
        if (Object.hasOwn(methods, key)) return methods[key as string];
        if (whole !== undefined) return Reflect.get(whole, key);
        if (key === "length") return length;
        const index = indexOf(key);
        if (index !== undefined) return item(index);
        return Reflect.get(Array.prototype, key, receiver);
      },
      has(_, key) {
        if (whole !== undefined) return hasKey(whole, key);
        const index = indexOf(key);
        return index === undefined ? hasKey(Array.prototype, key) : index < length;
      },
      set(_, key, value) {
        return Reflect.set(all(), key, value);
      },
      deleteProperty(_, key) {
        return Reflect.deleteProperty(all(), key);
      },
      defineProperty(_, key, descriptor) {
        return defineProperty(all(), key, descriptor);
      },
      ownKeys() {
        if (whole !== undefined) return Reflect.ownKeys(whole);
        return [...Array.from({ length }, (_, index) => String(index)), "length"];
      },
      getOwnPropertyDescriptor(target, key) {
        if (key === "length") return getOwnPropertyDescriptor(target, "length");
        if (whole !== undefined) return getOwnPropertyDescriptor(whole, key);
        const index = indexOf(key);
        if (index === undefined || index >= length) return undefined;
        return { value: item(index), writable: true, enumerable: true, configurable: true };
      },
    });
    return proxy;

    function indexOf(key: string | symbol): number | undefined {
      if (typeof key === "symbol") return undefined;
      const index = Number(key);
      return index >= 0 && Number.isInteger(index) && String(index) === key ? index : undefined;
    }

    function item(index: number): unknown {
      if (index >= length) return undefined;
      let low = 0;
      let high = firsts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((firsts[middle] as number) <= index) low = middle;
        else high = middle - 1;
      }
      return read(low)[index - (firsts[low] as number)];
    }

    function all(): Items {
      if (whole === undefined) {
        const items: Items = [];
        each((value) => {
          items.push(value);
        });
        whole = items;
      }
      return whole;
    }

    /** Calls for every item until it says true. */
    function each(visit: (value: unknown, index: number) => unknown): boolean {
      for (let block = 0; block < firsts.length; block++) {
        const items = read(block);
        const first = firsts[block] as number;
        for (let i = 0; i < items.length; i++) if (visit(items[i], first + i) === true) return true;
      }
      return false;
    }

    function* entries(): Generator<[number, unknown]> {
      for (let block = 0; block < firsts.length; block++) {
        const items = read(block);
        for (let i = 0; i < items.length; i++) yield [(firsts[block] as number) + i, items[i]];
      }
    }

    function* values(): Generator<unknown> {
      for (let block = 0; block < firsts.length; block++) yield* read(block);
    }

    function readingMethods(): Record<PropertyKey, unknown> {
      type Visit = (value: unknown, index: number, list: unknown) => unknown;
      const found: Record<PropertyKey, unknown> = {
        entries,
        values,
        [Symbol.iterator]: values,
        forEach(visit: Visit, self?: unknown) {
          each((value, index) => void apply(visit, self, [value, index, proxy]));
        },
        map(visit: Visit, self?: unknown) {
          const made: Items = [];
          each((value, index) => void made.push(apply(visit, self, [value, index, proxy])));
          return made;
        },
        flatMap(visit: Visit, self?: unknown) {
          const made: Items = [];
          each((value, index) => {
            const more = apply(visit, self, [value, index, proxy]);
            if (Array.isArray(more)) for (const one of more) made.push(one);
            else made.push(more);
          });
          return made;
        },
        filter(visit: Visit, self?: unknown) {
          const kept: Items = [];
          each((value, index) => {
            if (apply(visit, self, [value, index, proxy])) kept.push(value);
          });
          return kept;
        },
        some: (visit: Visit, self?: unknown) =>
          each((value, index) => Boolean(apply(visit, self, [value, index, proxy]))),
        every: (visit: Visit, self?: unknown) =>
          !each((value, index) => !apply(visit, self, [value, index, proxy])),
        find(visit: Visit, self?: unknown) {
          let found: unknown;
          each((value, index) => {
            if (!apply(visit, self, [value, index, proxy])) return false;
            found = value;
            return true;
          });
          return found;
        },
        findIndex(visit: Visit, self?: unknown) {
          let found = -1;
          each((value, index) => {
            if (!apply(visit, self, [value, index, proxy])) return false;
            found = index;
            return true;
          });
          return found;
        },
        reduce(visit: (sum: unknown, ...rest: Parameters<Visit>) => unknown, ...initial: unknown[]) {
          let begun = initial.length > 0;
          // Fails as an empty list does.
          if (length === 0) return apply(Array.prototype.reduce, [], [visit, ...initial]);
          let sum = initial[0];
          each((value, index) => {
            sum = begun ? visit(sum, value, index, proxy) : value;
            begun = true;
          });
          return sum;
        },
      };
      for (const name of Reflect.ownKeys(found)) {
        const read = found[name] as () => unknown;
        // After a change everything is in memory, where the list's own methods are right and quicker.
        found[name] = (...parameters: unknown[]) =>
          whole === undefined
            ? apply(read, proxy, parameters)
            : apply(Reflect.get(Array.prototype, name) as () => unknown, whole, parameters);
      }
      // biome-ignore format: one list
      for (const name of ["sort", "reverse", "push", "pop", "shift", "unshift", "splice", "fill", "copyWithin"] as const)
        found[name] = (...parameters: unknown[]) => {
          const items = all();
          const result: unknown = apply(Array.prototype[name] as () => unknown, items, parameters);
          return result === items ? proxy : result;
        };
      return found;
    }
  }

  function membersView(container: number, blocks: number): unknown {
    const read = reader(container);
    const member = (key: string | symbol): { readonly value: unknown } | undefined => {
      const block = typeof key === "symbol" ? -1 : host.find(container, key);
      return block === -1 ? undefined : { value: (read(block)[0] as Record<PropertyKey, unknown>)[key] };
    };
    return new Proxy({} as Record<PropertyKey, unknown>, {
      get(target, key, receiver) {
        if (Object.hasOwn(target, key)) return target[key];
        const found = member(key);
        return found === undefined ? Reflect.get(target, key, receiver) : found.value;
      },
      has: (target, key) => hasKey(target, key) || member(key) !== undefined,
      ownKeys(target) {
        const keys = new Set<string | symbol>();
        for (let block = 0; block < blocks; block++)
          for (const key of Object.keys(read(block)[0] as object)) keys.add(key);
        for (const key of Reflect.ownKeys(target)) keys.add(key);
        return [...keys];
      },
      deleteProperty: () => false,
      getOwnPropertyDescriptor(target, key) {
        const own = getOwnPropertyDescriptor(target, key);
        if (own !== undefined) return own;
        const found = member(key);
        return found && { value: found.value, writable: true, enumerable: true, configurable: true };
      },
    });
  }
}
