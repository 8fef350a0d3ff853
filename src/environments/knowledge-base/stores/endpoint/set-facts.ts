import { type Program, type Step, stepKey } from "../../program/program.ts";

import { declaredKind, type ValueKind } from "../../sparql/program-pattern.ts";
import {
  attributeRows,
  type EdgeShape,
  edgeShapes,
  endClassRows,
  extremeRows,
  relationRows,
  stepsOf,
} from "../../sparql/queries/relation-queries.ts";
import { classedRows, classRows, kindOf, numberIn, sizeRows } from "../../sparql/queries/set-queries.ts";

import type {
  AttributeFacts,
  ClassCount,
  RelationFacts,
  SetSummary,
  TermsKind,
} from "../../store/triple-store.ts";
import { attributeValue, comparableValue, compareValues } from "../../term/comparable-value.ts";
import { isNode, type Term, termText } from "../../term/term.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { WorkLimit } from "./http/sparql-client.ts";
import type { KnownSets } from "./known-sets.ts";
import type { Row, RowReader } from "./row-reader.ts";

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

const MOST_CLASSES = 8;

/** Size, kind, classes and some members. */
export async function summarizeSet(
  program: Program,
  most: number,
  sets: KnownSets,
  reader: RowReader,
  limit: WorkLimit,
): Promise<SetSummary> {
  const set = await sets.reduced(program, limit);
  const [{ size, kind }, classes, sample] = await Promise.all([
    sizeAndKind(set, sets, reader, limit),
    classesOf(set, sets, reader, limit),
    sampleOf(set, most, sets, limit),
  ]);
  return {
    size,
    kind,
    classes: classes.counts.slice(0, MOST_CLASSES),
    classesComplete: classes.counts.length <= MOST_CLASSES && classes.members === size,
    sample,
  };
}

async function sizeAndKind(
  set: Program,
  sets: KnownSets,
  reader: RowReader,
  limit: WorkLimit,
): Promise<{ readonly size: number; readonly kind: TermsKind }> {
  if (set.op === "terms") return { size: set.terms.length, kind: kindOfTerms(set.terms) };
  const [row = []] = await reader.rows(sizeRows(set, await sets.scope(set, limit)), limit);
  const [size = 0, ...kinds] = row.map(numberIn);
  return { size, kind: kindOf(size, kinds) };
}

/** Most frequent first, then by IRI; and how many members have one. */
async function classesOf(
  set: Program,
  sets: KnownSets,
  reader: RowReader,
  limit: WorkLimit,
): Promise<{ readonly counts: readonly ClassCount[]; readonly members: number }> {
  const nodes: Program =
    set.op === "terms" ? { op: "terms", terms: set.terms.filter((term) => isNode(term)) } : set;
  if (nodes.op === "terms" && nodes.terms.length === 0) return { counts: [], members: 0 };
  const parts = sets.chunks(nodes);
  const answers = await Promise.all(
    parts.map(async (part) => {
      const scope = await sets.scope(part, limit);
      return Promise.all([
        reader.rows(classRows(part, scope), limit),
        reader.rows(classedRows(part, scope), limit),
      ]);
    }),
  );
  return {
    counts: mergedClasses(answers.flatMap(([rows]) => rows)),
    members: answers.reduce((sum, [, rows]) => sum + numberIn(rows[0]?.[0]), 0),
  };
}

/** Rows that end in a class and a count. */
export function mergedClasses(rows: readonly Row[]): readonly ClassCount[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const [name, count] = row.slice(-2);
    if (name?.kind === "iri") counts.set(name.value, (counts.get(name.value) ?? 0) + numberIn(count));
  }
  return [...counts]
    .map(([name, count]) => ({ class: name, count }))
    .sort((a, b) => b.count - a.count || (a.class < b.class ? -1 : 1));
}

async function sampleOf(
  set: Program,
  most: number,
  sets: KnownSets,
  limit: WorkLimit,
): Promise<readonly Term[]> {
  if (most === 0) return [];
  return (await someMembers(set, most, sets, limit)).terms;
}

/** All members in the order of their texts, or so many of them. */
export async function someMembers(
  set: Program,
  most: number,
  sets: KnownSets,
  limit: WorkLimit,
): Promise<{ readonly terms: readonly Term[]; readonly complete: boolean }> {
  const all = set.op === "terms" ? set.terms : await sets.some(set, most + 1, limit);
  const terms = all.length > most && set.op !== "terms" ? all.slice(0, most) : byText(all).slice(0, most);
  return { terms, complete: all.length <= most };
}

export const byText = (terms: readonly Term[]): readonly Term[] =>
  [...new Map(terms.map((term) => [termText(term), term]))]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, term]) => term);

function kindOfTerms(terms: readonly Term[]): TermsKind {
  const kinds = new Set(
    terms.map((term): TermsKind => {
      const value = comparableValue(term);
      return isNode(term) ? "entities" : value === undefined ? "texts" : `${value.kind}s`;
    }),
  );
  return kinds.size > 1 ? "mixed" : ([...kinds][0] ?? "none");
}
