import { matchTriples } from "./match-triples.ts";
import type { Walk } from "./path-walk.ts";
import type { QueryContext } from "./query-context.ts";

/** Bytes of a number in a set. */
const SEEN = 48;

type Ends = Iterable<number | undefined>;

/** Where a walk leads from one term; `undefined` is a pause. */
export function* reach(walk: Walk, from: number, context: QueryContext): Ends {
  switch (walk.type) {
    case "step":
      yield* along(from, context.pool.idOf({ kind: "iri", value: walk.iri }), walk.inverse, context);
      return;
    case "other":
      yield* alongOthers(walk, from, context);
      return;
    case "sequence":
      yield* sequence(walk.walks, from, context);
      return;
    case "alternatives":
      for (const each of walk.walks) yield* reach(each, from, context);
      return;
    case "repeated":
      yield* repeated(walk, from, context);
  }
}

function* along(from: number, predicate: number, inverse: boolean, context: QueryContext): Ends {
  const { pool, work } = context;
  if (!pool.inTable(from)) return;
  if (work.step()) yield undefined;
  const triples = inverse
    ? matchTriples(context, undefined, predicate, from)
    : matchTriples(context, from, predicate, undefined);
  for (const triple of triples) {
    if (work.step()) yield undefined;
    yield triple[inverse ? 0 : 2];
  }
}

function* alongOthers(
  { iris, inverse }: Walk & { readonly type: "other" },
  from: number,
  context: QueryContext,
): Ends {
  const { pool, work } = context;
  if (!pool.inTable(from)) return;
  const without = new Set([...iris].map((value) => pool.idOf({ kind: "iri", value })));
  const triples = inverse
    ? matchTriples(context, undefined, undefined, from)
    : matchTriples(context, from, undefined, undefined);
  for (const triple of triples) {
    if (work.step()) yield undefined;
    if (!without.has(triple[1])) yield triple[inverse ? 0 : 2];
  }
}

function* sequence([first, ...rest]: readonly Walk[], from: number, context: QueryContext): Ends {
  if (first === undefined) {
    yield from;
    return;
  }
  for (const middle of reach(first, from, context)) {
    if (middle === undefined) yield undefined;
    else yield* sequence(rest, middle, context);
  }
}

function* repeated(
  { walk, least, once }: Walk & { readonly type: "repeated" },
  from: number,
  context: QueryContext,
): Ends {
  const seen = new Set<number>();
  const held = context.work.holding();
  try {
    if (least === 0) {
      seen.add(from);
      yield from;
    }
    let frontier: readonly number[] = [from];
    while (frontier.length > 0) {
      const found: number[] = [];
      for (const each of frontier) {
        for (const end of reach(walk, each, context)) {
          if (end === undefined) yield undefined;
          else if (!seen.has(end)) {
            seen.add(end);
            held.add(SEEN);
            found.push(end);
            yield end;
          }
        }
      }
      frontier = once ? [] : found;
    }
  } finally {
    held.release();
  }
}
