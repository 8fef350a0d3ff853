import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { matchTriples, placeOf } from "./match-patterns.ts";
import { type QueryContext, type Solution, type Solutions, UNBOUND } from "./query-context.ts";

type Path = Algebra.PropertyPathSymbol;
type Ends = Iterable<number>;

/** Pairs that a property path connects. Repeated paths give each pair once, the others once per way, as the standard says. */
export function* evaluatePath(operation: Algebra.Path, given: Solution, context: QueryContext): Solutions {
  const subject = placeOf(operation.subject, context);
  const object = placeOf(operation.object, context);
  const from = "id" in subject ? subject.id : (given[subject.slot] as number);
  const to = "id" in object ? object.id : (given[object.slot] as number);
  for (const [start, end] of pairs(operation.predicate, from, to, context)) {
    const solution = [...given];
    if ("slot" in subject) solution[subject.slot] = start;
    if ("slot" in object) {
      const before = solution[object.slot];
      if (before !== UNBOUND && before !== end) continue;
      solution[object.slot] = end;
    }
    yield solution;
  }
}

/** `UNBOUND` for an end that may be anything. */
function* pairs(
  path: Path,
  from: number,
  to: number,
  context: QueryContext,
): Iterable<readonly [from: number, to: number]> {
  if (from !== UNBOUND) {
    for (const end of reach(path, from, false, context)) if (to === UNBOUND || end === to) yield [from, end];
  } else if (to !== UNBOUND) {
    for (const start of reach(path, to, true, context)) yield [start, to];
  } else {
    for (const start of connected(context)) {
      for (const end of reach(path, start, false, context)) yield [start, end];
    }
  }
}

/** Every term that a triple begins or ends with. */
function* connected({ table }: QueryContext): Ends {
  const { offsets: out } = table.bySubject;
  const { offsets: into } = table.byObject;
  for (let id = 0; id < table.dictionary.count; id++) {
    if ((out[id + 1] ?? 0) > (out[id] ?? 0) || (into[id + 1] ?? 0) > (into[id] ?? 0)) yield id;
  }
}

/** Where a path leads from one term; `inverse` walks it from its other end. */
function* reach(path: Path, from: number, inverse: boolean, context: QueryContext): Ends {
  switch (path.type) {
    case "link":
      yield* along(from, context.pool.idOf({ kind: "iri", value: path.iri.value }), inverse, context);
      return;
    case "inv":
      yield* reach(path.path as Path, from, !inverse, context);
      return;
    case "nps":
      yield* along(from, undefined, inverse, context, new Set(path.iris.map(({ value }) => value)));
      return;
    case "seq":
      yield* sequence(inverse ? path.input.toReversed() : path.input, from, inverse, context);
      return;
    case "alt":
      for (const each of path.input) yield* reach(each, from, inverse, context);
      return;
    default:
      yield* repeated(path, from, inverse, context);
  }
}

function* along(
  from: number,
  predicate: number | undefined,
  inverse: boolean,
  context: QueryContext,
  without: ReadonlySet<string> = new Set(),
): Ends {
  const { pool } = context;
  if (!pool.inTable(from)) return;
  const excluded = new Set([...without].map((value) => pool.idOf({ kind: "iri", value })));
  const [subject, object] = inverse ? [undefined, from] : [from, undefined];
  for (const triple of matchTriples(context, subject, predicate, object)) {
    if (!excluded.has(triple[1])) yield triple[inverse ? 0 : 2];
  }
}

function* sequence(
  [first, ...rest]: readonly Path[],
  from: number,
  inverse: boolean,
  context: QueryContext,
): Ends {
  if (first === undefined) yield from;
  else
    for (const middle of reach(first, from, inverse, context))
      yield* sequence(rest, middle, inverse, context);
}

function* repeated(
  path: Extract<Path, { readonly path: unknown }>,
  from: number,
  inverse: boolean,
  context: QueryContext,
): Ends {
  const seen = new Set<number>();
  if (path.type !== "OneOrMorePath") {
    seen.add(from);
    yield from;
  }
  let frontier: readonly number[] = [from];
  while (frontier.length > 0) {
    const found: number[] = [];
    for (const each of frontier) {
      for (const end of reach(path.path as Path, each, inverse, context)) {
        if (seen.has(end)) continue;
        context.kept.add();
        seen.add(end);
        found.push(end);
        yield end;
      }
    }
    frontier = path.type === "ZeroOrOnePath" ? [] : found;
  }
}
