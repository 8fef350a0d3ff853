import type { ActContext } from "../../../environment/act-context.ts";
import { readLines } from "../../../environment/artifact-content.ts";
import type { ArtifactRef } from "../../../environment/artifact-store.ts";
import { type Marked, redacted, say, schemaName } from "../../../environment/egress/marks.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { MarkedFailure } from "../../../environment/tool-failure.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import { expandProgram, type Program, pathKey, programKey } from "../program/program.ts";
import { iri, type Term, termText } from "../term/term.ts";
import type { RelationFacts, SetSummary } from "../triple-store/triple-store.ts";
import {
  type StoreBounds,
  type StoreErrorKind,
  TripleStoreError,
} from "../triple-store/triple-store-error.ts";
import { plainName } from "../vocabulary/names.ts";

type Told = (error: TripleStoreError) => MarkedFailure;

const narrower = [{ text: say`narrow it`, reason: say`fewer members first: filter, intersection` }];

/** Failures that a model can act on, by error kind. Other kinds end the run. */
const FAILURES: Readonly<Partial<Record<StoreErrorKind, Told>>> = {
  "time-limit": () => ({
    code: "time-limit",
    message: say`It ran over its time limit and was stopped.`,
    suggestions: narrower,
  }),
  refused: ({ facts }) => refused(facts.engineMessage),
  unsupported: ({ facts }) => refused(facts.engineMessage),
  truncated: ({ facts }) => ({
    code: "incomplete-result",
    message: say`The store gives only a part of this, and a part is not handed over as the whole: ${redacted(facts.engineMessage)}`,
    suggestions: narrower,
  }),
  "too-large": ({ facts }) => ({
    code: "too-large",
    message: say`This is too large: ${redacted(facts.engineMessage)}`,
    suggestions: narrower,
  }),
  syntax: ({ facts }) => ({
    code: "syntax-error",
    message: say`The query is not valid SPARQL: ${redacted(facts.engineMessage)}`,
    ...(facts.offset === undefined ? {} : { part: { start: facts.offset, end: facts.offset + 1 } }),
    suggestions: [],
  }),
  "not-read-only": ({ facts }) => ({
    code: "not-read-only",
    message: say`Only SELECT and ASK can be run: ${redacted(facts.engineMessage)}`,
    suggestions: [],
  }),
};

/** The result, or `otherwise` if the store refuses the query or runs out of time. @throws errors that end a run */
export async function unlessRefused<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (isMendable(error)) return otherwise;
    throw error;
  }
}

/** Whether a model can act on a store's error; other errors end the run. */
function isMendable(error: unknown): error is TripleStoreError {
  return error instanceof TripleStoreError && FAILURES[error.facts.kind] !== undefined;
}

function refused(sentence: string): MarkedFailure {
  return {
    code: "engine-refused",
    message: say`The store refused it: ${redacted(sentence)}`,
    suggestions: [],
  };
}

/** The failure shown to a model. @throws the error itself if a model cannot act on it */
export function storeFailure(error: unknown): MarkedFailure {
  if (error instanceof Refusal) return error.failure;
  const told = isMendable(error) ? FAILURES[error.facts.kind] : undefined;
  if (told === undefined) throw error;
  return told(error as TripleStoreError);
}

type Artifacts = Pick<ActContext, "artifacts" | "principal">;

/** @throws FuxiError `artifact-missing` */
async function importedTerms(kept: ArtifactRef, context: Artifacts): Promise<readonly Term[]> {
  return (await readLines(kept, context)) as readonly Term[];
}

/** Members shown with every variable. */
export const SAMPLE = 5;

/**
 * The store as seen by one action: programs may refer to variables of the workspace, all calls share the action's time limit, and earlier
 * answers are reused.
 *
 * @throws TripleStoreError; FuxiError `cancelled`, `artifact-missing`
 */
export type GraphReader = ReturnType<typeof createGraphReader>;

export function createGraphReader(
  { store, cache, names }: KnowledgeBaseServices,
  context: ActContext,
  variables: readonly Program[],
) {
  const ends = Date.now() + context.limits.milliseconds;
  const bounds = (share = 1): StoreBounds => ({
    milliseconds: Math.max(1, Math.round((ends - Date.now()) * share)),
    signal: context.signal,
  });
  const expand = (program: Program): Promise<Program> =>
    expandProgram(program, variables, (ref) => importedTerms(ref, context));
  const read = async <T>(what: string, program: Program, ask: (whole: Program) => Promise<T>): Promise<T> => {
    const whole = await expand(program);
    return cache.through(`${what} ${programKey(whole)}`, () => ask(whole));
  };
  const labels = async (terms: readonly Term[]): Promise<readonly (string | undefined)[]> => {
    const missing = new Map<string, Term>();
    for (const term of terms) {
      const key = termText(term);
      if ((term.kind === "iri" || term.kind === "blank") && !cache.labels.has(key)) missing.set(key, term);
    }
    const found = missing.size === 0 ? [] : await store.labels([...missing.values()], bounds());
    for (const [at, key] of [...missing.keys()].entries()) cache.labels.set(key, found[at]);
    return terms.map((term) => cache.labels.get(termText(term)));
  };
  const termNames = async (terms: readonly Term[]): Promise<readonly string[]> => {
    const found = await labels(terms);
    return terms.map((term, at) => found[at] ?? plainName(term, names));
  };
  return {
    /** Equal for equivalent programs (see `programKey`). */
    key: async (program: Program) => programKey(await expand(program)),
    /** The action's remaining time; a `share` of it for optional work. */
    bounds,
    /** Labels; undefined for terms without one. */
    labels,
    /** Texts for users: labels, values, or short names. */
    termNames,
    /** Like `termNames`, but for classes and relations, which are names of the schema. */
    iriNames: async (iris: readonly string[]): Promise<readonly Marked[]> =>
      (await termNames(iris.map((each) => iri(each)))).map(schemaName),
    summarize: (program: Program) =>
      read("set", program, (whole) => store.summarize(whole, { sample: SAMPLE }, bounds())),
    members: (program: Program, limit: number) =>
      read(`members ${limit}`, program, (whole) => store.members(whole, { limit }, bounds())),
    relations: (program: Program) =>
      read("relations", program, async (whole) => withFirstSteps(await store.relations(whole, bounds()))),
    attributes: (program: Program) =>
      read("attributes", program, (whole) => store.attributes(whole, bounds())),
    facts: (terms: readonly Term[], valuesPerPredicate: number) =>
      store.facts(terms, { valuesPerPredicate }, bounds()),
    paths: (from: Term, to: Term, maxSteps: number) => store.paths(from, to, { maxSteps }, bounds()),
    schema: () => cache.through("schema", () => store.schema(bounds())),
    find: (text: string, options: { readonly limit: number; readonly among: "entities" | "classes" }) =>
      cache.through(`find ${options.among} ${options.limit} ${text}`, () =>
        store.labelSearch.find(text, options, bounds()),
      ),
  };
}

/**
 * Adds the first step of relations through mediators, so that several conditions can apply to one and the same mediator
 * ("won" and "category" of one nomination).
 */
function withFirstSteps(facts: readonly RelationFacts[]): readonly RelationFacts[] {
  const known = new Set(facts.filter(({ path }) => path.length === 1).map(({ path }) => pathKey(path)));
  const first = new Map<string, RelationFacts>();
  for (const { path, members } of facts) {
    const [step, further] = path;
    if (step === undefined || further === undefined) continue;
    const key = pathKey([step]);
    if (known.has(key)) continue;
    const before = first.get(key)?.members ?? 0;
    first.set(key, { path: [step], members: Math.max(before, members), end: { kind: "entities" } });
  }
  return [...facts, ...first.values()];
}

type Typed = Pick<SetSummary, "kind" | "classes" | "classesComplete">;

export type Clash =
  /** Entities on one side, values on the other, or values of two kinds. */
  | "kinds"
  /** All classes of both sides are known, and no node is an instance of one of each. */
  | "classes";

/** Why two sets cannot have a common member, judged by their types alone, without a query. */
export function typeClash(a: Typed, b: Typed): Clash | undefined {
  if ([a.kind, b.kind].some((kind) => kind === "none" || kind === "mixed")) return undefined;
  if (a.kind !== b.kind) return "kinds";
  if (a.kind !== "entities" || !a.classesComplete || !b.classesComplete) return undefined;
  if (a.classes.length === 0 || b.classes.length === 0) return undefined;
  // A common member would have a class, which would be in both lists.
  const others = new Set(b.classes.map((each) => each.class));
  return a.classes.some((each) => others.has(each.class)) ? undefined : "classes";
}

/** Like `typeClash`, but asks the store whether different classes have common instances. */
export async function clashOf(a: Typed, b: Typed, graph: GraphReader): Promise<Clash | undefined> {
  const clash = typeClash(a, b);
  if (clash !== "classes") return clash;
  for (const left of a.classes) {
    for (const right of b.classes) {
      if (await classesMeet(left.class, right.class, graph)) return undefined;
    }
  }
  return clash;
}

async function classesMeet(a: string, b: string, graph: GraphReader): Promise<boolean> {
  const [left, right] = [a, b].map((name): Program => ({ op: "instances", class: name })) as [
    Program,
    Program,
  ];
  return a === b || (await graph.members({ op: "intersection", left, right }, 1)).terms.length > 0;
}
