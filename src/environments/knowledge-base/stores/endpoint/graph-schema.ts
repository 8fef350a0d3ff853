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
} from "../../triple-store/triple-store.ts";
import { type StoreErrorKind, TripleStoreError } from "../../triple-store/triple-store-error.ts";
import { nearestAbove, sideClasses } from "../schema-classes.ts";
import type { Row } from "./row-reader.ts";
import { mergedClasses } from "./set-facts.ts";
import type { SetReader } from "./set-reader.ts";

/** The most frequent classes, whose superclasses are queried. */
const ASKED = 200;
const MILLISECONDS = 5_000;
const TOO_MUCH: readonly StoreErrorKind[] = ["time-limit", "refused", "too-large"];

/** Adds the direct superclasses, unless the server refuses the query. */
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

/** Above this number of triples, or if they cannot be counted in time, the schema comes from a sample of `SAMPLE` triples. */
const MOST_COUNTED = 5_000_000;
const SAMPLE = 100_000;

/** Exact if the whole graph is small enough to count; otherwise from a sample of triples, and marked as incomplete. */
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
          {
            predicate: p.value,
            triples,
            objectKind: kindOf(triples, kinds.map(numberIn)),
            subjectClasses: sideClasses(from, triples, whole),
            objectClasses: sideClasses(to, triples, whole),
          },
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

/** Rows of a selection that may be too costly; undefined if it is. */
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
