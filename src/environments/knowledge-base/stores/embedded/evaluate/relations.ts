import { type ComparableValue, compareValues, termsKind } from "../../../term/comparable-value.ts";
import { type Term, termText } from "../../../term/term.ts";
import type { AttributeFacts, RelationFacts } from "../../../triple-store/triple-store.ts";
import { declaredKind, type Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { Classes } from "./classes.ts";
import { comparedBy } from "./edges.ts";
import { ByPath, type PathVisitor, type PathWalk } from "./path-walk.ts";
import type { TermSpace } from "./term-space.ts";
import { type IdSet, lowerBound, type Work } from "./work.ts";

/** Range and coverage of all numbers and dates at the ends of the members' relations. */
export async function attributesOf(
  members: IdSet,
  parts: { readonly space: TermSpace; readonly vocabulary: Vocabulary; readonly walk: PathWalk },
  work: Work,
): Promise<readonly AttributeFacts[]> {
  const { space, vocabulary, walk } = parts;
  const { nodes } = space.table.dictionary;
  const ranges = new ByPath<PathRanges>(() => ({
    number: new Range(space),
    date: new Range(space),
  }));
  await walk.walk(
    members,
    (path, member, ends, from, to) => {
      if ((ends[to - 1] as number) < nodes) return;
      const range = ranges.at(path);
      range.declared ??= declaredKind(walk.steps(path).at(-1), vocabulary) ?? "none";
      const declared = range.declared === "none" ? undefined : range.declared;
      for (let at = lowerBound(ends, nodes, from, to); at < to; at++) {
        const end = ends[at] as number;
        const value = comparedBy(space, end, declared);
        if (value !== undefined) range[value.kind].offer(member, end, value);
      }
    },
    work,
  );
  return [...ranges.entries].flatMap(([path, entry]) =>
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

  /** The better extreme; of equal values, the term that sorts first. */
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

/**
 * Ends that are read to find a relation's kind and class: exact up to this number, beyond it a sample of the first ends. For large sets,
 * only a few ends per member are read, so that no member dominates the sample.
 */
const MOST_ENDS = 96;
const MOST_OF_MANY = 24;
const FEW_MEMBERS = 24;
const ENDS_OF_ONE = 2;

interface Counted {
  members: number;
  /** The member that was counted last. */
  last: number;
  readonly ends: number[];
}

export async function relationsOf(
  members: IdSet,
  parts: { readonly space: TermSpace; readonly classes: Classes; readonly walk: PathWalk },
  work: Work,
): Promise<readonly RelationFacts[]> {
  const { space, classes, walk } = parts;
  const relations = new ByPath<Counted>(() => ({
    members: 0,
    last: -1,
    ends: [],
  }));
  const [most, perMember] =
    members.length <= FEW_MEMBERS ? [MOST_ENDS, MOST_ENDS] : [MOST_OF_MANY, ENDS_OF_ONE];
  const counter = classes.counter();
  const visit: PathVisitor = (path, member, ends, from, to) => {
    const relation = relations.at(path);
    if (relation.last !== member) {
      relation.last = member;
      relation.members++;
    }
    if (relation.ends.length >= most) return;
    const last = Math.min(to, from + perMember, from + most - relation.ends.length);
    for (let at = from; at < last; at++) relation.ends.push(ends[at] as number);
  };
  if (!walk.walkFew(members, visit)) await walk.walk(members, visit, work);
  return Array.from(relations.entries, ([path, relation]) => {
    let kinds = 0;
    for (const end of relation.ends.length > 1 ? new Set(relation.ends) : relation.ends) {
      kinds |= space.kind(end);
      counter.add(end);
    }
    const name = counter.take()[0]?.class;
    const end = { kind: termsKind(kinds), ...(name === undefined ? {} : { class: name }) };
    return { path: walk.steps(path), members: relation.members, end };
  });
}
