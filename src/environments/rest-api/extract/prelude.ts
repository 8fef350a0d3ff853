/** Functions in the sandbox that the worker calls. Programs cannot see them. */
export type Prelude = ReturnType<typeof prelude>;

/** Runs inside the sandbox before the program. It refers to nothing outside itself, and captures the globals it uses later, which programs may replace. */
export function prelude(mostCharacters: number) {
  const { stringify } = JSON;
  const { fromEntries } = Object;
  const { isFinite: finite } = Number;
  const printed: unknown[] = [];
  const tooLarge = new Error("The result is too large.");
  tooLarge.name = "ResultTooLarge";
  let notes: string[] = [];
  definePrinting();

  return {
    /** The result as JSON text. Throws an error named `ResultTooLarge` as soon as it would grow over the bound. */
    finish,
    /** Notes on the last `finish`, joined. */
    notes: () => notes.join(" "),
    /** Everything that was printed; undefined where nothing was. */
    printed: () => (printed.length > 1 ? printed : printed[0]),
    isPromise: (value: unknown) => value instanceof Promise,
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
}
