import { kindOf, numberIn } from "../../sparql/queries/kind-columns.ts";
import {
  allClassRows,
  allPredicateRows,
  entityRows,
  predicateClassRows,
  tripleRows,
} from "../../sparql/queries/schema-queries.ts";
import type { Selection } from "../../sparql/queries/selection.ts";
import { QueryScope } from "../../sparql/query-scope.ts";
import type { SparqlDialect } from "../../sparql/sparql-dialect.ts";
import type { ClassCount, GraphSchema, PredicateFacts } from "../../store/triple-store.ts";
import { TripleStoreError } from "../../store/triple-store-error.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { RowReader } from "./row-reader.ts";
import { countedSideClasses, withSuperclasses } from "./schema-classes.ts";
import { mergedClasses } from "./set-facts.ts";
import type { WorkLimit } from "./work-limit.ts";

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
