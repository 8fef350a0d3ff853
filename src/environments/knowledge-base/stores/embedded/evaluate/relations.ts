import type { RelationFacts } from "../../../store/triple-store.ts";
import { ByPath } from "./by-path.ts";
import type { Classes } from "./classes.ts";
import type { IdSet } from "./id-set.ts";
import type { PathVisitor, PathWalk } from "./path-walk.ts";
import { type TermSpace, termsKind } from "./term-space.ts";
import type { Work } from "./work.ts";

/**
 * Ends of a relation that its kind and class are told by, so that exact up to so many and from the first of them beyond. Of many members
 * only a few ends each, so that no member speaks for all.
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
  const relations = new ByPath<Counted>(members.length, space.predicates.names.length * 2, () => ({
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
  return relations.entries.map(({ path, entry: relation }) => {
    let kinds = 0;
    for (const end of relation.ends.length > 1 ? new Set(relation.ends) : relation.ends) {
      kinds |= space.kind(end);
      counter.add(end);
    }
    const name = counter.takeFirst();
    const end = { kind: termsKind(kinds), ...(name === undefined ? {} : { class: name }) };
    return { path: walk.steps(path), members: relation.members, end };
  });
}
