import { given } from "../../../../util/given.ts";
import {
  allClassRows,
  allPredicateRows,
  entityRows,
  predicateClassRows,
  tripleRows,
} from "../../sparql/queries/entity-queries.ts";
import { kindOf, numberIn, type Selection, superclassRows } from "../../sparql/queries/set-queries.ts";
import type {
  ClassCount,
  GraphSchema,
  PredicateFacts,
  SchemaClass,
  SideClasses,
} from "../../triple-store/triple-store.ts";
import { type StoreErrorKind, TripleStoreError } from "../../triple-store/triple-store-error.ts";
import { nearestAbove } from "../../vocabulary/vocabulary.ts";
import type { Row } from "./row-reader.ts";
import { mergedClasses } from "./set-facts.ts";
import type { SetReader } from "./set-reader.ts";

/** Classes that are asked about: the most frequent. */
const ASKED = 200;
const MILLISECONDS = 5_000;
const SHOWN = 3;
const TOO_MUCH: readonly StoreErrorKind[] = ["time-limit", "refused", "too-large"];

/** The classes with those right above them; without, where the server refuses to say. */
async function withSuperclasses(
  classes: readonly ClassCount[],
  sets: SetReader,
): Promise<readonly SchemaClass[]> {
  const names = classes.slice(0, ASKED).map((each) => each.class);
  if (names.length === 0 || sets.vocabulary.subclass.length === 0) return classes;
  const stated = await statedAbove(names, sets);
  const aboveOf = (name: string): readonly string[] => stated.get(name) ?? [];
  return classes.map((each) => {
    const above = nearestAbove(aboveOf(each.class), aboveOf);
    return above.length === 0 ? each : { ...each, above };
  });
}

async function statedAbove(
  names: readonly string[],
  sets: SetReader,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await rowsInTime(superclassRows(names, sets.newScope()), sets, [...TOO_MUCH, "truncated"]);
  const pairs = (rows ?? []).flatMap(([name, other]) =>
    name?.kind === "iri" && other?.kind === "iri" ? [[name.value, other.value] as const] : [],
  );
  const grouped = Map.groupBy(pairs, ([name]) => name);
  return new Map([...grouped].map(([name, all]) => [name, all.map(([, above]) => above).sort()]));
}

/**
 * Classes that are not within others of the list as far as counts tell: one that has more than the others leave of the triples overlaps them. Undefined where there
 * is one.
 */
function countedSideClasses(counts: readonly ClassCount[], triples: number): SideClasses | undefined {
  let left = triples;
  const apart = counts.filter(({ count }) => {
    const fits = count <= left;
    if (fits) left -= count;
    return fits;
  });
  if (apart.length < 2) return undefined;
  return { first: apart.slice(0, SHOWN).map((each) => each.class), more: Math.max(0, apart.length - SHOWN) };
}

/** Above this, and where counting takes longer than this, the schema is that of a sample. */
const MOST_COUNTED = 5_000_000;
const SAMPLE = 100_000;

/** Exact where the whole graph can be counted in passing; otherwise from a sample of triples, and said to be incomplete. */
export async function graphSchema(sets: SetReader): Promise<GraphSchema> {
  const triples = await counted(tripleRows(), sets);
  const whole = triples !== undefined && triples <= MOST_COUNTED;
  const sample = whole ? undefined : SAMPLE;
  const [entities, classes, predicates, subjectClasses, objectClasses] = await Promise.all([
    whole ? counted(entityRows(), sets) : undefined,
    sets.rows(allClassRows(sets.newScope(), sample)),
    sets.rows(allPredicateRows(sets.newScope(), sample)),
    sets.rows(predicateClassRows("?s", sets.newScope(), sample)),
    sets.rows(predicateClassRows("?o", sets.newScope(), sample)),
  ]);
  const classesOf = (answers: typeof classes): ReadonlyMap<string, readonly ClassCount[]> =>
    new Map(
      [...Map.groupBy(answers, ([p]) => (p?.kind === "iri" ? p.value : ""))].map(([p, each]) => [
        p,
        mergedClasses(each),
      ]),
    );
  const [subjects, objects] = [classesOf(subjectClasses), classesOf(objectClasses)];
  return {
    ...given({ triples, entities }),
    classes: await withSuperclasses(mergedClasses(classes), sets),
    predicates: predicates
      .flatMap(([p, total, ...kinds]): PredicateFacts[] => {
        if (p?.kind !== "iri") return [];
        const triples = numberIn(total);
        const [from = [], to = []] = [subjects.get(p.value), objects.get(p.value)];
        return [
          given({
            predicate: p.value,
            triples,
            objectKind: kindOf(triples, kinds.map(numberIn)),
            subjectClass: from[0]?.class,
            objectClass: to[0]?.class,
            subjectClasses: whole ? countedSideClasses(from, triples) : undefined,
            objectClasses: whole ? countedSideClasses(to, triples) : undefined,
          }),
        ];
      })
      .sort((a, b) => b.triples - a.triples || (a.predicate < b.predicate ? -1 : 1)),
    complete: whole,
  };
}

async function counted(selection: Selection, sets: SetReader): Promise<number | undefined> {
  const rows = await rowsInTime(selection, sets, TOO_MUCH);
  return rows && numberIn(rows[0]?.[0]);
}

/** Rows that may be too much to ask for; undefined where they are. */
async function rowsInTime(
  selection: Selection,
  sets: SetReader,
  tooMuch: readonly StoreErrorKind[],
): Promise<readonly Row[] | undefined> {
  try {
    return await sets.rows(selection, undefined, sets.limit.part(MILLISECONDS));
  } catch (error) {
    if (sets.limit.signal.aborted) throw sets.limit.reason();
    if (error instanceof TripleStoreError && tooMuch.includes(error.facts.kind)) return undefined;
    throw error;
  }
}
