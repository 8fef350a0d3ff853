import type { GoldMember, GraphMember } from "./graph-member.ts";
import { valueKey } from "./value-key.ts";

/** What an answer and its gold have in common, as sets. */
export interface MembersMatch {
  /** Members of both. */
  readonly shared: number;
  readonly predicted: number;
  readonly gold: number;
  /** Whether the first member of the answer is in the gold. */
  readonly first: boolean;
}

/**
 * Compares two sets: entities by id where the gold has ids, and by label, letter by letter, where it has texts; values by value. Members that are
 * the same in this sense count once, and each gold member is met once.
 */
export function matchMembers(
  predicted: readonly GraphMember[],
  gold: readonly GoldMember[],
  idKey: (id: string) => string = (id) => id,
): MembersMatch {
  const wanted = new GoldSet(gold, idKey);
  const seen = new Set<string>();
  let shared = 0;
  let first = false;
  for (const [at, member] of predicted.entries()) {
    const keys = wanted.keysOf(member);
    const [own = ""] = keys;
    if (seen.has(own)) continue;
    seen.add(own);
    if (!wanted.meet(keys)) continue;
    shared++;
    first ||= at === 0;
  }
  return { shared, predicted: seen.size, gold: wanted.size, first };
}

class GoldSet {
  readonly #idKey: (id: string) => string;
  readonly #byKey = new Map<string, number>();
  readonly #met = new Set<number>();
  readonly #hasTexts: boolean;
  readonly size: number;

  constructor(gold: readonly GoldMember[], idKey: (id: string) => string) {
    this.#idKey = idKey;
    this.#hasTexts = gold.some(({ text }) => text !== undefined);
    let size = 0;
    for (const member of gold) {
      const [own, ...others] = this.#goldKeys(member);
      if (own === undefined || this.#byKey.has(own)) continue;
      this.#byKey.set(own, size);
      for (const key of others) if (!this.#byKey.has(key)) this.#byKey.set(key, size);
      size++;
    }
    this.size = size;
  }

  /** The first one tells members apart. */
  keysOf(member: GraphMember): readonly string[] {
    if (member.id === undefined) {
      const key = valueKey(member.value);
      return this.#hasTexts ? [key, `label ${String(member.value)}`] : [key];
    }
    const id = `id ${this.#idKey(member.id)}`;
    return this.#hasTexts ? [`label ${member.label ?? member.id}`, id] : [id];
  }

  meet(keys: readonly string[]): boolean {
    for (const key of keys) {
      const at = this.#byKey.get(key);
      if (at === undefined || this.#met.has(at)) continue;
      this.#met.add(at);
      return true;
    }
    return false;
  }

  #goldKeys({ id, value, text }: GoldMember): readonly string[] {
    if (id !== undefined) return [`id ${this.#idKey(id)}`];
    if (value !== undefined) return [valueKey(value)];
    return [`label ${text}`, valueKey(text)];
  }
}
