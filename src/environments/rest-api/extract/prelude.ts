interface PreludeSettings {
  /** The current time for the program, in milliseconds since 1970: it stands still. */
  readonly now: number;
  /** Characters of a result's JSON. */
  readonly mostCharacters: number;
}

/** What the worker calls in the sandbox; not visible to programs. */
export interface Prelude {
  /** The result as JSON text. Throws an error named `ResultTooLarge` as soon as it would grow over the bound. */
  finish(value: unknown): string;
  /** Notes on the last `finish`, joined. */
  notes(): string;
  /** Everything that was printed; undefined where nothing was. */
  printed(): unknown;
  /** A few words on what a value is and which members it has. */
  describe(value: unknown): string;
  isPromise(value: unknown): boolean;
  /** The function that a program declared and did not call: one with a telling name, else the last. */
  declared(): unknown;
}

/** Runs inside the sandbox before the program, so it refers to nothing outside itself, and keeps its own hold of all it uses later. */
export function prelude({ now, mostCharacters }: PreludeSettings): Prelude {
  const { stringify } = JSON;
  const { isArray } = Array;
  const { keys, fromEntries } = Object;
  const { isFinite: finite } = Number;
  const printed: unknown[] = [];
  const tooLarge = new Error("The result is too large.");
  tooLarge.name = "ResultTooLarge";
  let notes: string[] = [];
  freezeChance();
  definePrinting();
  const { getOwnPropertyNames } = Object;
  const before = new Set(getOwnPropertyNames(globalThis));

  return {
    finish,
    notes: () => notes.join(" "),
    printed: () => (printed.length > 1 ? printed : printed[0]),
    describe,
    isPromise: (value) => value instanceof Promise,
    declared() {
      const global = globalThis as Record<string, unknown>;
      const names = getOwnPropertyNames(global).filter(
        (name) => !before.has(name) && typeof global[name] === "function",
      );
      const telling = names.find((name) => /^(?:extract|main|run|solve|transform)/i.test(name));
      return global[telling ?? names.at(-1) ?? ""];
    },
  };

  function finish(value: unknown): string {
    notes = [];
    let characters = 0;
    let unreal = false;
    const text = stringify(value, (key, member: unknown) => {
      characters += key.length + (typeof member === "string" ? member.length : 1) + 3;
      if (characters > mostCharacters) throw tooLarge;
      if (typeof member === "number" && !finite(member)) unreal = true;
      if (member instanceof Map) return fromEntries(member);
      if (member instanceof Set) return [...member];
      return member;
    });
    if (unreal) notes.push("NaN and Infinity became null.");
    if (text !== undefined) return text;
    notes.push("no value");
    return "null";
  }

  function describe(value: unknown): string {
    if (value === null || value === undefined) return `is ${value}`;
    if (typeof value === "string") return `is text: ${stringify(clip(value, 60))}`;
    if (typeof value === "function") return "is a function";
    if (typeof value !== "object") return `is the ${typeof value} ${String(value)}`;
    if (!isArray(value)) {
      const names = keys(value);
      return names.length === 0 ? "is an object without members" : `has: ${list(names)}`;
    }
    if (value.length === 0) return "is an empty list";
    const first: unknown = value[0];
    const items = `is a list of ${value.length} item${value.length === 1 ? "" : "s"}`;
    return typeof first === "object" && first !== null && !isArray(first)
      ? `${items}, the first with: ${list(keys(first))}`
      : items;
  }

  function list(names: readonly string[]): string {
    const shown = names.slice(0, 30).map((name) => clip(name, 40));
    return names.length > shown.length
      ? `${shown.join(", ")}, … ${names.length - shown.length} more`
      : shown.join(", ");
  }

  function clip(text: string, most: number): string {
    return text.length > most ? `${text.slice(0, most)}…` : text;
  }

  function definePrinting(): void {
    const text = (value: unknown) =>
      typeof value === "string" ? value : (stringify(value) ?? String(value));
    const print = (...values: unknown[]): void => {
      printed.push(values.length === 1 ? values[0] : values.map(text).join(" "));
    };
    const global = globalThis as Record<string, unknown>;
    global["print"] = print;
    global["console"] = { log: print, info: print, warn: print, error: print, debug: print, table: print };
  }

  /** The same program on the same document gives the same result. */
  function freezeChance(): void {
    let seed = 1;
    Math.random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const Real = Date;
    const Frozen = new Proxy(Real, {
      construct: (target, given, made) =>
        Reflect.construct(target, given.length === 0 ? [now] : given, made) as object,
      apply: () => new Real(now).toString(),
    });
    Real.now = () => now;
    Real.prototype.constructor = Frozen;
    globalThis.Date = Frozen;
  }
}
