import type { ActContext } from "../../../environment/act-context.ts";
import { schemaName } from "../../../environment/egress/egress-scope.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import { expandProgram } from "../program/expand-program.ts";
import type { Program } from "../program/program.ts";
import { programKey } from "../program/program-key.ts";
import type { NameMatch } from "../store/label-search.ts";
import type { StoreBounds } from "../store/store-bounds.ts";
import type {
  AttributeFacts,
  Fact,
  GraphSchema,
  Members,
  RelationFacts,
  SetSummary,
  TripleStore,
} from "../store/triple-store.ts";
import { iri, type Term } from "../term/term.ts";
import { termText } from "../term/term-text.ts";
import { importedTerms } from "./imported-terms.ts";
import { plainName } from "./term-name.ts";

/** Members named with every variable. */
export const SAMPLE = 5;

/**
 * The store as one action sees it: programs may refer to variables of the workspace, all calls together keep to the action's time, and what was
 * asked before is not asked again.
 *
 * @throws TripleStoreError; FuxiError `cancelled`, `artifact-missing`
 */
export interface GraphReader {
  /** The program without references to variables and artifacts, as stores take it. */
  expand(program: Program): Promise<Program>;
  /** Equal for programs that say the same. */
  key(program: Program): Promise<string>;
  /** `share` of the time that is left (1), for work that may be left undone. */
  summarize(program: Program, share?: number): Promise<SetSummary>;
  members(program: Program, limit: number): Promise<Members>;
  relations(program: Program): Promise<readonly RelationFacts[]>;
  attributes(program: Program): Promise<readonly AttributeFacts[]>;
  facts(terms: readonly Term[], valuesPerPredicate: number): Promise<readonly (readonly Fact[])[]>;
  paths(from: Term, to: Term, maxSteps: number): ReturnType<TripleStore["paths"]>;
  classesMeet(a: string, b: string): Promise<boolean>;
  schema(): Promise<GraphSchema>;
  find(
    text: string,
    options: { readonly limit: number; readonly among: "entities" | "classes" },
  ): Promise<{ readonly matches: readonly NameMatch[]; readonly complete: boolean }>;
  /** Labels, or undefined where there are none. */
  labels(terms: readonly Term[]): Promise<readonly (string | undefined)[]>;
  /** What a person reads: labels, values, or short names. */
  termNames(terms: readonly Term[]): Promise<readonly string[]>;
  /** The same of classes and relations, which are names of the schema. */
  iriNames(iris: readonly string[]): Promise<readonly string[]>;
  /** What is left of the action's time; `share` of it for work that may be left undone. */
  bounds(share?: number): StoreBounds;
}

export function createGraphReader(
  { store, cache, names }: KnowledgeBaseServices,
  context: ActContext,
  variables: readonly Program[],
): GraphReader {
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
  const termNames = async (terms: readonly Term[]) => {
    const found = await labels(terms);
    return terms.map((term, at) => found[at] ?? plainName(term, names));
  };
  return {
    expand,
    key: async (program) => programKey(await expand(program)),
    bounds,
    labels,
    termNames,
    summarize: (program, share) =>
      read("set", program, (whole) => store.summarize(whole, { sample: SAMPLE }, bounds(share))),
    members: (program, limit) =>
      read(`members ${limit}`, program, (whole) => store.members(whole, { limit }, bounds())),
    relations: (program) =>
      read("relations", program, async (whole) => withFirstSteps(await store.relations(whole, bounds()))),
    attributes: (program) => read("attributes", program, (whole) => store.attributes(whole, bounds())),
    facts: (terms, valuesPerPredicate) => store.facts(terms, { valuesPerPredicate }, bounds()),
    paths: (from, to, maxSteps) => store.paths(from, to, { maxSteps }, bounds()),
    classesMeet: (a, b) =>
      a === b
        ? Promise.resolve(true)
        : cache.through(`meet ${[a, b].sort().join(" ")}`, () => store.classesMeet(a, b, bounds())),
    schema: () => cache.through("schema", () => store.schema(bounds())),
    find: (text, options) =>
      cache.through(`find ${options.among} ${options.limit} ${text}`, () =>
        store.labelSearch.find(text, options, bounds()),
      ),
    iriNames: async (iris) => (await termNames(iris.map((each) => iri(each)))).map(schemaName),
  };
}

/**
 * Relations through mediators also stop at them: several conditions on one and the same mediator are put on it, not on what lies beyond
 * ("won" and "category" of one nomination).
 */
function withFirstSteps(facts: readonly RelationFacts[]): readonly RelationFacts[] {
  const known = new Set(facts.filter(({ path }) => path.length === 1).map(({ path }) => stepKey(path[0])));
  const first = new Map<string, RelationFacts>();
  for (const { path, members } of facts) {
    const [step, further] = path;
    const key = stepKey(step);
    if (step === undefined || further === undefined || known.has(key)) continue;
    const before = first.get(key)?.members ?? 0;
    first.set(key, { path: [step], members: Math.max(before, members), end: { kind: "entities" } });
  }
  return [...facts, ...first.values()];
}

function stepKey(step: RelationFacts["path"][number] | undefined): string {
  return step === undefined ? "" : `${step.inverse ? "^" : ""}${step.predicate}`;
}
