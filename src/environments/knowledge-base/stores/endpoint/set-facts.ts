import type { Program } from "../../program/program.ts";
import { kindOf, numberIn } from "../../sparql/queries/kind-columns.ts";
import { classedRows, classRows, sizeRows } from "../../sparql/queries/set-queries.ts";
import type { ClassCount, SetSummary, TermsKind } from "../../store/triple-store.ts";
import { comparableValue } from "../../term/comparable-value.ts";
import { isNode, type Term } from "../../term/term.ts";
import { termText } from "../../term/term-text.ts";
import type { KnownSets } from "./known-sets.ts";
import type { Row, RowReader } from "./row-reader.ts";
import type { WorkLimit } from "./work-limit.ts";

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

export function kindOfTerms(terms: readonly Term[]): TermsKind {
  const kinds = new Set(
    terms.map((term): TermsKind => {
      const value = comparableValue(term);
      return isNode(term) ? "entities" : value === undefined ? "texts" : `${value.kind}s`;
    }),
  );
  return kinds.size > 1 ? "mixed" : ([...kinds][0] ?? "none");
}
