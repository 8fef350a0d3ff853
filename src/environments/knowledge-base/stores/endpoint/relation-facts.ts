import type { Program, Step } from "../../program/program.ts";
import { stepKey } from "../../program/program-parts.ts";
import { type EdgeShape, edgeShapes, stepsOf } from "../../sparql/queries/edge-shape.ts";
import { kindOf, numberIn } from "../../sparql/queries/kind-columns.ts";
import {
  attributeRows,
  endClassRows,
  extremeRows,
  relationRows,
} from "../../sparql/queries/relation-queries.ts";
import type { ValueKind } from "../../sparql/query-scope.ts";
import { declaredKind } from "../../sparql/value-tests.ts";
import type { AttributeFacts, RelationFacts } from "../../store/triple-store.ts";
import { attributeValue } from "../../term/attribute-value.ts";
import { compareValues } from "../../term/comparable-value.ts";
import { isNode, type Term } from "../../term/term.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { KnownSets } from "./known-sets.ts";
import type { Row, RowReader } from "./row-reader.ts";
import { byText, mergedClasses } from "./set-facts.ts";
import type { WorkLimit } from "./work-limit.ts";

/** With more edges than this, the classes at the other end are those that `CLASS_SAMPLE` members lead to. */
const MOST_EDGES = 2_000_000;
const CLASS_SAMPLE = 1000;

interface Asked {
  readonly sets: KnownSets;
  readonly reader: RowReader;
  readonly vocabulary: Vocabulary;
  readonly limit: WorkLimit;
}

/** Rows of one shape by their path. */
interface PathRows {
  readonly path: readonly Step[];
  readonly rows: readonly Row[];
}

export async function relationFacts(program: Program, asked: Asked): Promise<readonly RelationFacts[]> {
  const set = await asked.sets.reduced(program, asked.limit);
  if (set.op === "terms" && set.terms.length === 0) return [];
  const shapes = edgeShapes(asked.vocabulary);
  const found = await Promise.all(
    shapes.map(async (shape) => {
      const relations = await byPath(set, shape, asked, (part, scope) => relationRows(part, shape, scope));
      if (relations.length === 0) return [];
      const edges = relations.reduce((sum, { rows }) => sum + (sums(rows, shape.length)[1] ?? 0), 0);
      const few = edges > MOST_EDGES ? await sampled(set, asked) : set;
      const classes = await byPath(few, shape, asked, (part, scope) => endClassRows(part, shape, scope));
      const classOf = new Map(
        classes.map(({ path, rows }) => [pathKey(path), mergedClasses(rows)[0]?.class]),
      );
      return relations.map(({ path, rows }): RelationFacts => {
        const name = classOf.get(pathKey(path));
        const [members = 0, edges = 0, ...kinds] = sums(rows, shape.length);
        const kind = kindOf(edges, kinds);
        return { path, members, end: { kind, ...(name === undefined ? {} : { class: name }) } };
      });
    }),
  );
  return found.flat();
}

export async function attributeFacts(program: Program, asked: Asked): Promise<readonly AttributeFacts[]> {
  const set = await asked.sets.reduced(program, asked.limit);
  if (set.op === "terms" && set.terms.length === 0) return [];
  const kinds: readonly ValueKind[] = ["number", "date"];
  // What a step against the edge leads to is never a value.
  const shapes = edgeShapes(asked.vocabulary).filter((shape) => shape.at(-1) === false);
  const found = await Promise.all(
    shapes.flatMap((shape) =>
      kinds.map(async (kind) => {
        const counts = await byPath(set, shape, asked, (part, scope) =>
          attributeRows(part, shape, kind, scope),
        );
        if (counts.length === 0) return [];
        const extremes = await byPath(set, shape, asked, (part, scope) =>
          extremeRows(part, shape, kind, scope),
        );
        const values = new Map(
          extremes.map(({ path, rows }) => [pathKey(path), rows.map((row) => row.at(-1))]),
        );
        return counts.flatMap(({ path, rows }): AttributeFacts[] => {
          const ends = (values.get(pathKey(path)) ?? []).filter((term) => term !== undefined);
          const [least, greatest] = [
            extreme(ends, path, kind, -1, asked),
            extreme(ends, path, kind, 1, asked),
          ];
          const [members = 0] = sums(rows, shape.length);
          return least && greatest ? [{ path, kind, members, least, greatest }] : [];
        });
      }),
    ),
  );
  return found.flat();
}

/** Of equal extremes the term that comes first. */
function extreme(
  ends: readonly Term[],
  path: readonly Step[],
  kind: ValueKind,
  sign: 1 | -1,
  { vocabulary }: Asked,
): Term | undefined {
  const declared = declaredKind(path, vocabulary);
  const valued = byText(ends).flatMap((term) => {
    const value = attributeValue(term, declared);
    return value?.kind === kind ? [{ term, value }] : [];
  });
  return valued.reduce<(typeof valued)[number] | undefined>(
    (best, each) =>
      best === undefined || sign * (compareValues(each.value, best.value) ?? 0) > 0 ? each : best,
    undefined,
  )?.term;
}

/** Queries over parts of the set, their rows put together by path. Parts have no members in common, so that counts add up. */
async function byPath(
  set: Program,
  shape: EdgeShape,
  { sets, reader, limit }: Asked,
  selection: (
    part: Program,
    scope: Awaited<ReturnType<KnownSets["scope"]>>,
  ) => Parameters<RowReader["rows"]>[0],
): Promise<readonly PathRows[]> {
  const nodesOnly =
    set.op === "terms" && !shape[0] ? { ...set, terms: set.terms.filter((term) => isNode(term)) } : set;
  if (nodesOnly.op === "terms" && nodesOnly.terms.length === 0) return [];
  const answers = await Promise.all(
    sets.chunks(nodesOnly).map(async (part) => {
      const scope = await sets.scope(part, limit);
      return reader.rows(selection(part, scope), limit);
    }),
  );
  const paths = new Map<string, { path: readonly Step[]; rows: Row[] }>();
  for (const row of answers.flat()) {
    const path = stepsOf(shape, row);
    if (path === undefined) continue;
    const known = paths.get(pathKey(path)) ?? { path, rows: [] };
    paths.set(pathKey(path), known);
    known.rows.push(row);
  }
  return [...paths.values()];
}

/** The numbers after the predicates. */
function sums(rows: readonly Row[], from: number): readonly number[] {
  const numbers = rows.map((row) => row.slice(from).map(numberIn));
  return (numbers[0] ?? []).map((_, at) => numbers.reduce((sum, row) => sum + (row[at] ?? 0), 0));
}

async function sampled(set: Program, { sets, limit }: Asked): Promise<Program> {
  if (set.op === "terms") return { op: "terms", terms: set.terms.slice(0, CLASS_SAMPLE) };
  const some = await sets.some(set, CLASS_SAMPLE, limit);
  return sets.canAsk(some) ? { op: "terms", terms: some } : set;
}

const pathKey = (path: readonly Step[]): string => path.map(stepKey).join("/");
