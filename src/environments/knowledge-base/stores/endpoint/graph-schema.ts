import { QueryScope } from "../../sparql/program-pattern.ts";
import {
  allClassRows,
  allPredicateRows,
  entityRows,
  predicateClassRows,
  tripleRows,
} from "../../sparql/queries/entity-queries.ts";
import { kindOf, numberIn, type Selection, superclassRows } from "../../sparql/queries/set-queries.ts";
import type { SparqlDialect } from "../../sparql/sparql-dialect.ts";
import type {
  ClassCount,
  GraphSchema,
  PredicateFacts,
  SchemaClass,
  SideClasses,
} from "../../store/triple-store.ts";
import { type StoreErrorKind, TripleStoreError } from "../../store/triple-store-error.ts";
import { nearestAbove, type Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { WorkLimit } from "./http/sparql-client.ts";
import type { RowReader } from "./row-reader.ts";
import { mergedClasses } from "./set-facts.ts";

/** Classes that are asked about: the most frequent. */
const ASKED = 200;
const MILLISECONDS = 5_000;
const SHOWN = 3;
const TOO_MUCH: ReadonlySet<StoreErrorKind> = new Set(["time-limit", "refused", "too-large", "truncated"]);

/** The classes with those right above them; without, where the server refuses to say. */
async function withSuperclasses(
  classes: readonly ClassCount[],
  scope: QueryScope,
  reader: RowReader,
  limit: WorkLimit,
): Promise<readonly SchemaClass[]> {
  const names = classes.slice(0, ASKED).map((each) => each.class);
  if (names.length === 0 || scope.vocabulary.subclass.length === 0) return classes;
  const stated = await statedAbove(names, scope, reader, limit);
  const aboveOf = (name: string): readonly string[] => stated.get(name) ?? [];
  return classes.map((each) => {
    const above = nearestAbove(aboveOf(each.class), aboveOf);
    return above.length === 0 ? each : { ...each, above };
  });
}

async function statedAbove(
  names: readonly string[],
  scope: QueryScope,
  reader: RowReader,
  limit: WorkLimit,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const above = new Map<string, string[]>();
  try {
    for (const [name, other] of await reader.rows(superclassRows(names, scope), limit.part(MILLISECONDS))) {
      if (name?.kind !== "iri" || other?.kind !== "iri") continue;
      const known = above.get(name.value);
      if (known === undefined) above.set(name.value, [other.value]);
      else known.push(other.value);
    }
  } catch (error) {
    if (limit.signal.aborted) throw limit.reason();
    if (error instanceof TripleStoreError && TOO_MUCH.has(error.facts.kind)) return new Map();
    throw error;
  }
  for (const each of above.values()) each.sort();
  return above;
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
const COUNTING_MILLISECONDS = 5_000;
const SAMPLE = 100_000;

interface Asked {
  readonly reader: RowReader;
  readonly vocabulary: Vocabulary;
  readonly dialect: SparqlDialect;
  readonly limit: WorkLimit;
}

/** Exact where the whole graph can be counted in passing; otherwise from a sample of triples, and said to be incomplete. */
export async function graphSchema(asked: Asked): Promise<GraphSchema> {
  const triples = await counted(tripleRows(), asked);
  const whole = triples !== undefined && triples <= MOST_COUNTED;
  const sample = whole ? undefined : SAMPLE;
  const scope = (): QueryScope => new QueryScope(asked.vocabulary, { dialect: asked.dialect });
  const rows = (selection: Selection) => asked.reader.rows(selection, asked.limit);
  const [entities, classes, predicates, subjectClasses, objectClasses] = await Promise.all([
    whole ? counted(entityRows(), asked) : undefined,
    rows(allClassRows(scope(), sample)),
    rows(allPredicateRows(scope(), sample)),
    rows(predicateClassRows("?s", scope(), sample)),
    rows(predicateClassRows("?o", scope(), sample)),
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
    ...(triples === undefined ? {} : { triples }),
    ...(entities === undefined ? {} : { entities }),
    classes: await withSuperclasses(mergedClasses(classes), scope(), asked.reader, asked.limit),
    predicates: predicates
      .flatMap(([p, total, ...kinds]): PredicateFacts[] => {
        if (p?.kind !== "iri") return [];
        const triples = numberIn(total);
        const [from = [], to = []] = [subjects.get(p.value), objects.get(p.value)];
        const [subjectClass, objectClass] = [from[0]?.class, to[0]?.class];
        const [severalSubjects, severalObjects] = whole
          ? [countedSideClasses(from, triples), countedSideClasses(to, triples)]
          : [];
        return [
          {
            predicate: p.value,
            triples,
            objectKind: kindOf(triples, kinds.map(numberIn)),
            ...(subjectClass === undefined ? {} : { subjectClass }),
            ...(objectClass === undefined ? {} : { objectClass }),
            ...(severalSubjects === undefined ? {} : { subjectClasses: severalSubjects }),
            ...(severalObjects === undefined ? {} : { objectClasses: severalObjects }),
          },
        ];
      })
      .sort((a, b) => b.triples - a.triples || (a.predicate < b.predicate ? -1 : 1)),
    complete: whole,
  };
}

/** A count that may be too much to ask for. */
async function counted(selection: Selection, { reader, limit }: Asked): Promise<number | undefined> {
  try {
    const [row] = await reader.rows(selection, limit.part(COUNTING_MILLISECONDS));
    return numberIn(row?.[0]);
  } catch (error) {
    const isTooMuch =
      error instanceof TripleStoreError && ["time-limit", "refused", "too-large"].includes(error.facts.kind);
    if (!isTooMuch || limit.signal.aborted) throw limit.signal.aborted ? limit.reason() : error;
    return undefined;
  }
}
