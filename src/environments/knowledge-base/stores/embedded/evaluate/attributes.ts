import type { AttributeFacts } from "../../../store/triple-store.ts";
import { type ComparableValue, compareValues } from "../../../term/comparable-value.ts";
import type { Term } from "../../../term/term.ts";
import { termText } from "../../../term/term-text.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { comparedBy, declaredKind } from "./attribute.ts";
import { ByPath } from "./by-path.ts";
import { type IdSet, lowerBound } from "./id-set.ts";
import type { PathWalk } from "./path-walk.ts";
import type { TermSpace } from "./term-space.ts";
import type { Work } from "./work.ts";

/** Range and coverage of all numbers and dates that the listed relations of the members lead to. */
export async function attributesOf(
  members: IdSet,
  parts: { readonly space: TermSpace; readonly vocabulary: Vocabulary; readonly walk: PathWalk },
  work: Work,
): Promise<readonly AttributeFacts[]> {
  const { space, vocabulary, walk } = parts;
  const { nodes } = space.table.dictionary;
  const ranges = new ByPath<PathRanges>(members.length, space.predicates.names.length * 2, () => ({
    number: new Range(space),
    date: new Range(space),
  }));
  await walk.walk(
    members,
    (path, member, ends, from, to) => {
      if ((ends[to - 1] as number) < nodes) return;
      const range = ranges.at(path);
      range.declared ??= declaredKind(vocabulary, walk.steps(path).at(-1)) ?? "none";
      const declared = range.declared === "none" ? undefined : range.declared;
      for (let at = lowerBound(ends, nodes, from, to); at < to; at++) {
        const end = ends[at] as number;
        const value = comparedBy(space, end, declared);
        if (value !== undefined) range[value.kind].offer(member, end, value);
      }
    },
    work,
  );
  return ranges.entries.flatMap(({ path, entry }) =>
    (["number", "date"] as const).flatMap((kind) => {
      const facts = entry[kind].facts();
      return facts === undefined ? [] : [{ path: walk.steps(path), kind, ...facts }];
    }),
  );
}

interface PathRanges {
  declared?: "number" | "date" | "none";
  readonly number: Range;
  readonly date: Range;
}

class Range {
  readonly #space: TermSpace;
  #members = 0;
  #last = -1;
  #least: Extreme | undefined;
  #greatest: Extreme | undefined;

  constructor(space: TermSpace) {
    this.#space = space;
  }

  offer(member: number, end: number, value: ComparableValue): void {
    if (this.#last !== member) this.#members++;
    this.#last = member;
    this.#least = this.#better(this.#least, end, value, -1);
    this.#greatest = this.#better(this.#greatest, end, value, 1);
  }

  facts(): { members: number; least: Term; greatest: Term } | undefined {
    if (this.#least === undefined || this.#greatest === undefined) return undefined;
    const [least, greatest] = [this.#space.term(this.#least.end), this.#space.term(this.#greatest.end)];
    return { members: this.#members, least, greatest };
  }

  /** Of equal values the term that comes first. */
  #better(best: Extreme | undefined, end: number, value: ComparableValue, sign: 1 | -1): Extreme {
    if (best === undefined) return { end, value };
    if (best.end === end) return best;
    const order = sign * (compareValues(value, best.value) ?? 0);
    if (order !== 0) return order > 0 ? { end, value } : best;
    return termText(this.#space.term(end)) < termText(this.#space.term(best.end)) ? { end, value } : best;
  }
}

interface Extreme {
  readonly end: number;
  readonly value: ComparableValue;
}
