import type { ActContext } from "../../../environment/act-context.ts";
import type { ArtifactRef } from "../../../environment/artifact-store.ts";
import { schemaName } from "../../../environment/egress/egress-scope.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import { expandProgram, type Program, pathKey, programKey } from "../program/program.ts";
import { iri, type Term, termText } from "../term/term.ts";
import type { RelationFacts, SetSummary } from "../triple-store/triple-store.ts";
import {
  type StoreBounds,
  type StoreErrorKind,
  TripleStoreError,
} from "../triple-store/triple-store-error.ts";
import { plainName } from "./term-name.ts";

type Told = (error: TripleStoreError) => ToolFailure;

const narrower = [{ text: "narrow it", reason: "fewer members first: filter, intersection" }];

/** What a model can mend of a store's refusal. The kinds that are missing end the run. */
const FAILURES: Readonly<Partial<Record<StoreErrorKind, Told>>> = {
  "time-limit": () => ({
    code: "time-limit",
    message: "It ran over its time limit and was stopped.",
    suggestions: narrower,
  }),
  refused: ({ facts }) => refused(facts.engineMessage),
  unsupported: ({ facts }) => refused(facts.engineMessage),
  truncated: ({ facts }) => ({
    code: "incomplete-result",
    message: `The store gives only a part of this, and a part is not handed over as the whole: ${facts.engineMessage}`,
    suggestions: narrower,
  }),
  "too-large": ({ facts }) => ({
    code: "too-large",
    message: `This is too large: ${facts.engineMessage}`,
    suggestions: narrower,
  }),
  syntax: ({ facts }) => ({
    code: "syntax-error",
    message: `The query is not valid SPARQL: ${facts.engineMessage}`,
    ...(facts.offset === undefined ? {} : { part: { start: facts.offset, end: facts.offset + 1 } }),
    suggestions: [],
  }),
  "not-read-only": ({ facts }) => ({
    code: "not-read-only",
    message: `Only SELECT and ASK can be run: ${facts.engineMessage}`,
    suggestions: [],
  }),
};

/** What was asked, or something else where the store refuses it or has no time for it. @throws what ends a run */
export async function unlessRefused<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (isMendable(error)) return otherwise;
    throw error;
  }
}

/** Whether a store's error is one that a model may hear of; the others end the run. */
function isMendable(error: unknown): error is TripleStoreError {
  return error instanceof TripleStoreError && FAILURES[error.facts.kind] !== undefined;
}

function refused(sentence: string): ToolFailure {
  return { code: "engine-refused", message: `The store refused it: ${sentence}`, suggestions: [] };
}

/** @throws the error itself where it is none that a model can act on */
export function storeFailure(error: unknown): ToolFailure {
  if (error instanceof Refusal) return error.failure;
  const told = isMendable(error) ? FAILURES[error.facts.kind] : undefined;
  if (told === undefined) throw error;
  return told(error as TripleStoreError);
}

const LIFETIME_SECONDS = 30 * 24 * 3600;

type Artifacts = Pick<ActContext, "artifacts" | "principal">;

/** Terms as JSON lines in the artifact store. */
export function keepTerms(terms: readonly Term[], context: Artifacts): Promise<ArtifactRef> {
  return keepLines(terms, context);
}

/** One JSON value a line. @throws FuxiError `artifact-too-large` */
export function keepLines(
  values: readonly unknown[],
  { artifacts, principal }: Artifacts,
): Promise<ArtifactRef> {
  const lines = values.map((value) => `${JSON.stringify(value)}\n`).join("");
  return artifacts.put(new TextEncoder().encode(lines), {
    principal,
    mediaType: "application/x-ndjson",
    lifetimeSeconds: LIFETIME_SECONDS,
  });
}

/** @throws FuxiError `artifact-missing` */
async function importedTerms({ sha256 }: ArtifactRef, context: Artifacts): Promise<readonly Term[]> {
  return (await readLines(sha256, context)) as readonly Term[];
}

export async function readLines(
  sha256: string,
  { artifacts, principal }: Artifacts,
): Promise<readonly unknown[]> {
  const text = new TextDecoder().decode(await artifacts.get(sha256, principal));
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as unknown]));
}

/** Members named with every variable. */
export const SAMPLE = 5;

/**
 * The store as one action sees it: programs may refer to variables of the workspace, all calls together keep to the action's time, and what was
 * asked before is not asked again.
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
    /** Equal for programs that say the same. */
    key: async (program: Program) => programKey(await expand(program)),
    /** What is left of the action's time; `share` of it for work that may be left undone. */
    bounds,
    /** Labels, or undefined where there are none. */
    labels,
    /** What a person reads: labels, values, or short names. */
    termNames,
    /** The same of classes and relations, which are names of the schema. */
    iriNames: async (iris: readonly string[]): Promise<readonly string[]> =>
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
    classesMeet: async (a: string, b: string) =>
      a === b || cache.through(`meet ${[a, b].sort().join(" ")}`, () => store.classesMeet(a, b, bounds())),
    schema: () => cache.through("schema", () => store.schema(bounds())),
    find: (text: string, options: { readonly limit: number; readonly among: "entities" | "classes" }) =>
      cache.through(`find ${options.among} ${options.limit} ${text}`, () =>
        store.labelSearch.find(text, options, bounds()),
      ),
  };
}

/**
 * Relations through mediators also stop at them: several conditions on one and the same mediator are put on it, not on what lies beyond
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

/** Why two sets can have no member in common as far as their types alone tell; no store is asked. */
export function typeClash(a: Typed, b: Typed): Clash | undefined {
  if ([a.kind, b.kind].some((kind) => kind === "none" || kind === "mixed")) return undefined;
  if (a.kind !== b.kind) return "kinds";
  if (a.kind !== "entities" || !a.classesComplete || !b.classesComplete) return undefined;
  if (a.classes.length === 0 || b.classes.length === 0) return undefined;
  // A common member would have a class, and that class would stand in both lists.
  const others = new Set(b.classes.map((each) => each.class));
  return a.classes.some((each) => others.has(each.class)) ? undefined : "classes";
}

/** The same, classes that have instances in common left out. */
export async function clashOf(a: Typed, b: Typed, graph: GraphReader): Promise<Clash | undefined> {
  const clash = typeClash(a, b);
  if (clash !== "classes") return clash;
  for (const left of a.classes) {
    for (const right of b.classes) {
      if (await graph.classesMeet(left.class, right.class)) return undefined;
    }
  }
  return clash;
}
