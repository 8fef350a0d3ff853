import type { ActContext } from "../../../environment/act-context.ts";
import type { GraphCapability, GraphTerm, Neighbourhood } from "../../../environment/capabilities.ts";
import { schemaName, written } from "../../../environment/egress/marks.ts";
import { Refusal } from "../../../environment/refusal.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { createGraphReader, type GraphReader, unlessRefused } from "../access/graph-reader.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import { emptyState } from "../knowledge-base-state.ts";
import { linkedEntities } from "../permitted/linked-entities.ts";
import type { Program } from "../program/program.ts";
import { isNode, type Term, termText, uniqueTerms } from "../term/term.ts";
import { openCall, type ToolCall } from "../tools/knowledge-base-tool.ts";
import { entityNamed } from "../tools/subject.ts";
import type { Fact } from "../triple-store/triple-store.ts";
import { identifierOf, plainName } from "../vocabulary/names.ts";

interface WalkedTriple {
  readonly subject: Term;
  /** Full IRI. */
  readonly predicate: string;
  readonly object: Term;
}

/** Nodes expanded at each step. */
const MOST_NODES = 200;
/** Values of one node and predicate. */
const MOST_VALUES = 20;
/** Subjects found by one inverse relation at each step, over all nodes together. */
const MOST_SUBJECTS = 100;
/** Relations walked backwards at each step, the relations of most nodes first. */
const MOST_RELATIONS = 30;

/**
 * Breadth-first search over a graph of any size: the cost of a step is bounded by numbers of nodes, relations and values, whatever the
 * number of a node's neighbours. Triples nearest to the start come first; `cut` is true if a bound has left anything out.
 *
 * @param ends time to stop, in milliseconds as `Date.now()`
 */
async function walkFrom(
  start: readonly Term[],
  { hops, most, ends }: { readonly hops: number; readonly most: number; readonly ends: number },
  graph: GraphReader,
): Promise<{ readonly triples: readonly WalkedTriple[]; readonly cut: boolean }> {
  const triples = new Map<string, WalkedTriple>();
  const facts = new Map<string, readonly Fact[]>();
  let cut = false;
  const isOver = (): boolean => {
    const over = triples.size >= most || Date.now() >= ends;
    cut ||= over;
    return over;
  };
  const add = (triple: WalkedTriple): void => {
    const key = `${termText(triple.subject)} ${triple.predicate} ${termText(triple.object)}`;
    if (triples.has(key)) return;
    if (triples.size < most) triples.set(key, triple);
    else cut = true;
  };
  /** Undefined if the store cannot do it, or not in time; the neighbourhood then lacks this part. */
  const tried = async <T>(asked: Promise<T>): Promise<T | undefined> => {
    const found = await unlessRefused<T | undefined>(asked, undefined);
    cut ||= found === undefined;
    return found;
  };
  const factsOf = (node: Term): readonly Fact[] => facts.get(termText(node)) ?? [];
  const valuesOf = ({ values, total }: Fact): readonly Term[] => {
    cut ||= total > values.length;
    return values;
  };
  const readFacts = async (nodes: readonly Term[]): Promise<void> => {
    const missing = nodes.filter((node) => !facts.has(termText(node)));
    // If the store cannot query blank nodes, only the others are queried.
    for (const some of [missing, missing.filter(({ kind }) => kind === "iri")]) {
      if (some.length === 0 || isOver()) continue;
      const read = await tried(graph.facts(some, MOST_VALUES));
      for (const [at, node] of some.entries()) if (read) facts.set(termText(node), read[at] ?? []);
      if (read) return;
    }
  };
  /** Objects of the nodes' facts, grouped by node and relation. */
  const outwards = async (nodes: readonly Term[]): Promise<readonly (readonly Term[])[]> => {
    await readFacts(nodes);
    return nodes.flatMap((subject) =>
      factsOf(subject).map((fact) => {
        const values = valuesOf(fact);
        for (const object of values) add({ subject, predicate: fact.step.predicate, object });
        return values;
      }),
    );
  };
  /** Subjects of facts whose objects are the nodes, grouped by relation. */
  const backwards = async (nodes: readonly Term[]): Promise<readonly (readonly Term[])[]> => {
    const from: Program = { op: "terms", terms: nodes };
    const relations = (await tried(graph.relations(from))) ?? [];
    const all = relations
      .flatMap(({ path: [step, further], members }) =>
        step?.inverse === true && further === undefined ? [{ step, members }] : [],
      )
      .toSorted((a, b) => b.members - a.members || (a.step.predicate < b.step.predicate ? -1 : 1));
    cut ||= all.length > MOST_RELATIONS;
    const steps = all.slice(0, MOST_RELATIONS).map(({ step }) => step);
    const found = await Promise.all(
      steps.map((step) => tried(graph.members({ op: "follow", from, step }, MOST_SUBJECTS))),
    );
    const known = new Map(nodes.map((node) => [termText(node), node]));
    const groups: (readonly Term[])[] = [];
    for (const [at, { predicate }] of steps.entries()) {
      const { terms, complete } = found[at] ?? { terms: [], complete: true };
      cut ||= !complete;
      const subjects = terms.slice(0, MOST_SUBJECTS).filter(isNode);
      // The whole set was walked back at once: only a subject's facts show which of the nodes it leads to.
      await readFacts(subjects);
      for (const subject of subjects) {
        const own = factsOf(subject).filter(({ step }) => step.predicate === predicate);
        for (const value of own.flatMap(valuesOf)) {
          const object = known.get(termText(value));
          if (object !== undefined) add({ subject, predicate, object });
        }
      }
      groups.push(subjects);
    }
    return groups;
  };
  const seen = new Set(start.map(termText));
  let frontier = start.filter(isNode);
  for (let hop = 0; hop < hops && frontier.length > 0 && !isOver(); hop++) {
    const groups = [...(await outwards(frontier)), ...(await backwards(frontier))];
    const next = groups
      .flat()
      .filter(isNode)
      .filter((node) => !seen.has(termText(node)) && seen.add(termText(node)));
    if (next.length > MOST_NODES && hop + 1 < hops) cut = true;
    frontier = next.slice(0, MOST_NODES);
  }
  return { triples: [...triples.values()], cut };
}

type Around = Parameters<NonNullable<GraphCapability["triplesAround"]>>;

/** Least certainty of a link: excludes names of several entities and inexact matches. */
const SURE = 0.8;
const MOST_LINKED = 5;
/** Longer values in triples are cut. */
const LONGEST = 200;
/** Share of the time for walking; the rest is for names. */
const WALKING = 0.6;

/** The neighbourhood of entities for prompts without tools (Middleware, Section 5.4). */
export async function triplesAround(
  around: Around[0],
  { hops, most }: Around[1],
  { services, context }: { readonly services: KnowledgeBaseServices; readonly context: ActContext },
): Promise<Neighbourhood> {
  const call = await openCall(emptyState(undefined), services, context);
  const { found, unknown } = await entitiesOf(around, call);
  const milliseconds = call.graph.bounds(WALKING).milliseconds;
  const hurried = { ...context, limits: { ...context.limits, milliseconds } };
  // A separate reader with a shorter time limit, so that the walk cannot use up the time for names.
  const graph = createGraphReader(services, hurried, []);
  const { triples, cut } = await walkFrom(found, { hops, most, ends: Date.now() + milliseconds }, graph);
  const nodes = uniqueTerms([...found, ...triples.flatMap(({ subject, object }) => [subject, object])]);
  // Identifiers replace names that do not arrive in time.
  const names = await unlessRefused(
    call.graph.termNames(nodes),
    nodes.map((node) => plainName(node, services.names)),
  );
  const byNode = new Map(nodes.map((node, at) => [termText(node), names[at] ?? ""]));
  const predicates = [...new Set(triples.map(({ predicate }) => predicate))];
  const relations = await unlessRefused(
    call.graph.iriNames(predicates),
    predicates.map((each) => schemaName(services.names.short(each))),
  );
  const byPredicate = new Map(predicates.map((predicate, at) => [predicate, relations[at] ?? predicate]));
  const shown = (term: Term): GraphTerm => {
    const text = shortened(byNode.get(termText(term)) ?? "");
    return isNode(term)
      ? { text: written(text), id: written(identifierOf(term, services.names)) }
      : { text: written(text) };
  };
  return {
    entities: found.map(shown),
    unknown,
    triples: triples.map(({ subject, predicate, object }) => ({
      subject: shown(subject),
      predicate: visibleText(byPredicate.get(predicate) ?? predicate),
      object: shown(object),
    })),
    cut,
  };
}

async function entitiesOf(
  around: Around[0],
  call: ToolCall,
): Promise<{ readonly found: readonly Term[]; readonly unknown: readonly string[] }> {
  if ("question" in around) {
    const { entities } = await linkedEntities([around.question], call);
    const sure = entities.filter((entity) => entity.sure >= SURE);
    return {
      found: (sure.length > 0 ? sure : entities).slice(0, MOST_LINKED).map(({ term }) => term),
      unknown: [],
    };
  }
  const looked = await Promise.all(
    around.entities.map((text) =>
      entityNamed(text, "entities", call).catch((error: unknown) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      }),
    ),
  );
  return {
    found: uniqueTerms(looked.flatMap((each) => each?.term ?? [])),
    unknown: around.entities.filter((_, at) => looked[at] === undefined),
  };
}

function shortened(text: string): string {
  const line = visibleText(text.replace(/\s+/gu, " ").trim());
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
