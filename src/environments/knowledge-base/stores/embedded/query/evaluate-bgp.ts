import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { countTriples, matchTriples } from "./match-triples.ts";
import type { QueryContext } from "./query-context.ts";
import { constantOf, type RdfJsTerm, variableOf } from "./rdf-js-term.ts";
import { type Solution, type Solutions, UNBOUND } from "./solution.ts";

/** A place of a pattern: a slot to be bound, or a term that stands there. */
type Place = { readonly slot: number } | { readonly id: number };

interface PlacedPattern {
  readonly places: readonly [Place, Place, Place];
}

/** Patterns one after another, at each point the one that leaves the fewest triples, each looked up with what is known by then. */
export function evaluateBgp({ patterns }: Algebra.Bgp, given: Solution, context: QueryContext): Solutions {
  const placed = patterns.map(
    ({ subject, predicate, object }): PlacedPattern => ({
      places: [placeOf(subject, context), placeOf(predicate, context), placeOf(object, context)],
    }),
  );
  return matchAll(placed, given, context);
}

export function placeOf(term: RdfJsTerm, { pool, slots }: QueryContext): Place {
  const variable = variableOf(term);
  return variable === undefined ? { id: pool.idOf(constantOf(term)) } : { slot: slots.of(variable) };
}

function* matchAll(
  patterns: readonly PlacedPattern[],
  given: Solution,
  context: QueryContext,
): Generator<Solution | undefined> {
  if (patterns.length === 0) {
    yield given;
    return;
  }
  const next = cheapest(patterns, given, context);
  const rest = patterns.filter((pattern) => pattern !== next);
  for (const solution of matchOne(next, given, context)) {
    if (solution === undefined) yield undefined;
    else if (rest.length === 0) yield solution;
    else yield* matchAll(rest, solution, context);
  }
}

function* matchOne(
  { places }: PlacedPattern,
  given: Solution,
  context: QueryContext,
): Generator<Solution | undefined> {
  const { pool, work } = context;
  const [subject, predicate, object] = places.map((place) => known(place, given));
  for (const id of [subject, predicate, object]) if (id !== undefined && !pool.inTable(id)) return;
  // Looking up is a step of its own: most of a join's lookups may find nothing.
  if (work.step()) yield undefined;
  for (const triple of matchTriples(context, subject, predicate, object)) {
    if (work.step()) yield undefined;
    const solution = bound(places, triple, given);
    if (solution !== undefined) yield solution;
  }
}

/** Undefined where a variable that occurs twice in the pattern would have to be two things. */
function bound(
  places: PlacedPattern["places"],
  triple: readonly number[],
  given: Solution,
): Solution | undefined {
  const solution = [...given];
  for (const [i, place] of places.entries()) {
    if (!("slot" in place)) continue;
    const id = triple[i] as number;
    const before = solution[place.slot];
    if (before !== UNBOUND && before !== id) return undefined;
    solution[place.slot] = id;
  }
  return solution;
}

function known(place: Place, given: Solution): number | undefined {
  if ("id" in place) return place.id;
  const id = given[place.slot] as number;
  return id === UNBOUND ? undefined : id;
}

function cheapest(patterns: readonly PlacedPattern[], given: Solution, context: QueryContext): PlacedPattern {
  context.work.spend(patterns.length);
  // A pattern that shares nothing with what is known multiplies all of it.
  const joined = patterns.filter(({ places }) =>
    places.some((place) => "slot" in place && given[place.slot] !== UNBOUND),
  );
  const candidates = joined.length > 0 ? joined : patterns;
  let best = candidates[0] as PlacedPattern;
  let least = Number.POSITIVE_INFINITY;
  for (const pattern of candidates) {
    const [subject, predicate, object] = pattern.places.map((place) => known(place, given));
    const triples = countTriples(context, subject, predicate, object);
    if (triples < least) {
      least = triples;
      best = pattern;
    }
  }
  return best;
}
