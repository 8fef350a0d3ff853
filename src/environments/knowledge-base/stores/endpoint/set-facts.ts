import { type Program, pathKey, type Step } from "../../program/program.ts";

import type { QueryScope } from "../../sparql/program-pattern.ts";
import {
  attributeRows,
  type EdgeShape,
  edgeShapes,
  endClassRows,
  extremeRows,
  relationRows,
  stepsOf,
} from "../../sparql/queries/relation-queries.ts";
import {
  classedRows,
  classRows,
  kindOf,
  numberIn,
  type Selection,
  sizeRows,
} from "../../sparql/queries/set-queries.ts";

import type { ValueKind } from "../../sparql/sparql-dialect.ts";
import { attributeValue, compareValues, kindBit, termsKind } from "../../term/comparable-value.ts";
import { isNode, type Term, termText } from "../../term/term.ts";
import type {
  AttributeFacts,
  ClassCount,
  RelationFacts,
  SetSummary,
  TermsKind,
} from "../../triple-store/triple-store.ts";
import { declaredKind } from "../../vocabulary/vocabulary.ts";
import type { Row } from "./row-reader.ts";
import type { SetReader } from "./set-reader.ts";

/** With more edges than this, classes at the other end are counted for a sample of `CLASS_SAMPLE` members. */
const MOST_EDGES = 2_000_000;
const CLASS_SAMPLE = 1000;

/** Result rows of one path. */
interface PathRows {
  readonly path: readonly Step[];
  readonly rows: readonly Row[];
}

export async function relationFacts(program: Program, sets: SetReader): Promise<readonly RelationFacts[]> {
  const set = await sets.reduced(program);
  if (set.op === "terms" && set.terms.length === 0) return [];
  const shapes = edgeShapes(sets.vocabulary);
  const found = await Promise.all(
    shapes.map(async (shape) => {
      const relations = await byPath(set, shape, sets, (part, scope) => relationRows(part, shape, scope));
      if (relations.length === 0) return [];
      const edges = relations.reduce((sum, { rows }) => sum + (sums(rows, shape.length)[1] ?? 0), 0);
      const few = edges > MOST_EDGES ? await sampled(set, sets) : set;
      const classes = await byPath(few, shape, sets, (part, scope) => endClassRows(part, shape, scope));
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

export async function attributeFacts(program: Program, sets: SetReader): Promise<readonly AttributeFacts[]> {
  const set = await sets.reduced(program);
  if (set.op === "terms" && set.terms.length === 0) return [];
  const kinds: readonly ValueKind[] = ["number", "date"];
  // An inverse step never leads to a value.
  const shapes = edgeShapes(sets.vocabulary).filter((shape) => shape.at(-1) === false);
  const found = await Promise.all(
    shapes.flatMap((shape) =>
      kinds.map(async (kind) => {
        const counts = await byPath(set, shape, sets, (part, scope) =>
          attributeRows(part, shape, kind, scope),
        );
        if (counts.length === 0) return [];
        const extremes = await byPath(set, shape, sets, (part, scope) =>
          extremeRows(part, shape, kind, scope),
        );
        const values = new Map(
          extremes.map(({ path, rows }) => [pathKey(path), rows.map((row) => row.at(-1))]),
        );
        return counts.flatMap(({ path, rows }): AttributeFacts[] => {
          const ends = (values.get(pathKey(path)) ?? []).filter((term) => term !== undefined);
          const [least, greatest] = [extreme(ends, path, kind, -1, sets), extreme(ends, path, kind, 1, sets)];
          const [members = 0] = sums(rows, shape.length);
          return least && greatest ? [{ path, kind, members, least, greatest }] : [];
        });
      }),
    ),
  );
  return found.flat();
}

/** The extreme value; of equal values, the term that sorts first. */
function extreme(
  ends: readonly Term[],
  path: readonly Step[],
  kind: ValueKind,
  sign: 1 | -1,
  { vocabulary }: SetReader,
): Term | undefined {
  const declared = declaredKind(path.at(-1), vocabulary);
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

/** Queries parts of the set, and groups their rows by path. Parts are disjoint, so that their counts can be added. */
async function byPath(
  set: Program,
  shape: EdgeShape,
  sets: SetReader,
  selection: (part: Program, scope: QueryScope) => Selection,
): Promise<readonly PathRows[]> {
  const nodesOnly =
    set.op === "terms" && !shape[0] ? { ...set, terms: set.terms.filter((term) => isNode(term)) } : set;
  if (nodesOnly.op === "terms" && nodesOnly.terms.length === 0) return [];
  const answers = await Promise.all(
    sets.chunks(nodesOnly).map(async (part) => sets.rows(selection(part, await sets.scope(part)))),
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

async function sampled(set: Program, sets: SetReader): Promise<Program> {
  if (set.op === "terms") return { op: "terms", terms: set.terms.slice(0, CLASS_SAMPLE) };
  const some = await sets.some(set, CLASS_SAMPLE);
  return sets.canAsk(some) ? { op: "terms", terms: some } : set;
}

const MOST_CLASSES = 8;

/** Size, kind, classes and some members. */
export async function summarizeSet(program: Program, most: number, sets: SetReader): Promise<SetSummary> {
  const set = await sets.reduced(program);
  const [{ size, kind }, classes, sample] = await Promise.all([
    sizeAndKind(set, sets),
    classesOf(set, sets),
    most === 0 ? [] : someMembers(set, most, sets).then(({ terms }) => terms),
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
  sets: SetReader,
): Promise<{ readonly size: number; readonly kind: TermsKind }> {
  if (set.op === "terms")
    return {
      size: set.terms.length,
      kind: termsKind(set.terms.reduce((bits, term) => bits | kindBit(term), 0)),
    };
  const [row = []] = await sets.rows(sizeRows(set, await sets.scope(set)));
  const [size = 0, ...kinds] = row.map(numberIn);
  return { size, kind: kindOf(size, kinds) };
}

/** Classes, most frequent first, then by IRI; and the number of members with a class. */
async function classesOf(
  set: Program,
  sets: SetReader,
): Promise<{ readonly counts: readonly ClassCount[]; readonly members: number }> {
  const nodes: Program =
    set.op === "terms" ? { op: "terms", terms: set.terms.filter((term) => isNode(term)) } : set;
  if (nodes.op === "terms" && nodes.terms.length === 0) return { counts: [], members: 0 };
  const answers = await Promise.all(
    sets.chunks(nodes).map(async (part) => {
      const scope = await sets.scope(part);
      return Promise.all([sets.rows(classRows(part, scope)), sets.rows(classedRows(part, scope))]);
    }),
  );
  return {
    counts: mergedClasses(answers.flatMap(([rows]) => rows)),
    members: answers.reduce((sum, [, rows]) => sum + numberIn(rows[0]?.[0]), 0),
  };
}

/** Sums rows that end in a class and a count. */
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

/** All members in the order of their texts, or `most` of them. */
export async function someMembers(
  set: Program,
  most: number,
  sets: SetReader,
): Promise<{ readonly terms: readonly Term[]; readonly complete: boolean }> {
  const all = set.op === "terms" ? set.terms : await sets.some(set, most + 1);
  const terms = all.length > most && set.op !== "terms" ? all.slice(0, most) : byText(all).slice(0, most);
  return { terms, complete: all.length <= most };
}

export const byText = (terms: readonly Term[]): readonly Term[] =>
  [...new Map(terms.map((term) => [termText(term), term]))]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, term]) => term);
