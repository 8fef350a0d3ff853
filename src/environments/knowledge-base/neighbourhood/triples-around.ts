import type { ActContext } from "../../../environment/act-context.ts";
import type { GraphCapability, GraphTerm, Neighbourhood } from "../../../environment/capabilities.ts";
import { schemaName, toldName } from "../../../environment/egress/egress-scope.ts";
import { Refusal } from "../../../environment/refusal.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { createGraphReader, type GraphReader, unlessRefused } from "../access/graph-reader.ts";
import { identifierOf, plainName } from "../access/term-name.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import { emptyState } from "../knowledge-base-state.ts";
import { linkedEntities } from "../permitted/linked-entities.ts";
import type { Step } from "../program/program.ts";
import { isNode, type Term, termText, uniqueTerms } from "../term/term.ts";
import { entityNamed } from "../tools/entity-named.ts";
import { openCall, type ToolCall } from "../tools/knowledge-base-tool.ts";
import type { Fact } from "../triple-store/triple-store.ts";

interface WalkedTriple {
  readonly subject: Term;
  /** Full IRI. */
  readonly predicate: string;
  readonly object: Term;
}

/** Nodes that are gone on from at each step. */
const MOST_NODES = 200;
/** Values of one node and predicate. */
const MOST_VALUES = 20;
/** Subjects that one relation leads back to at each step, of all nodes together. */
const MOST_SUBJECTS = 100;
/** Relations that are walked backwards at each step, those of the most nodes first. */
const MOST_RELATIONS = 30;
const AT_ONCE = 4;

/**
 * Breadth first over a graph that may be of any size: what a step costs is bounded by numbers of nodes, relations and values, never by how many
 * neighbours a node has. `cut` is true once a bound has left anything out.
 */
class NeighbourhoodWalk {
  readonly #graph: GraphReader;
  readonly #most: number;
  readonly #ends: number;
  readonly #triples = new Map<string, WalkedTriple>();
  readonly #facts = new Map<string, readonly Fact[]>();
  cut = false;

  /** @param ends when to stop, as `Date.now()` tells it */
  constructor(graph: GraphReader, most: number, ends: number) {
    this.#graph = graph;
    this.#most = most;
    this.#ends = ends;
  }

  /** Those nearest to the start come first. */
  get triples(): readonly WalkedTriple[] {
    return [...this.#triples.values()];
  }

  async from(start: readonly Term[], hops: number): Promise<void> {
    const seen = new Set(start.map(termText));
    let frontier = start.filter(isNode);
    for (let hop = 0; hop < hops && frontier.length > 0 && !this.#isOver(); hop++) {
      const groups = [...(await this.#outwards(frontier)), ...(await this.#backwards(frontier))];
      const next = alternating(groups).filter((node) => {
        const key = termText(node);
        return isNode(node) && !seen.has(key) && seen.add(key);
      });
      if (next.length > MOST_NODES && hop + 1 < hops) this.cut = true;
      frontier = next.slice(0, MOST_NODES).filter(isNode);
    }
  }

  #isOver(): boolean {
    const over = this.#triples.size >= this.#most || Date.now() >= this.#ends;
    this.cut ||= over;
    return over;
  }

  #add(triple: WalkedTriple): void {
    const key = `${termText(triple.subject)} ${triple.predicate} ${termText(triple.object)}`;
    if (this.#triples.has(key)) return;
    if (this.#triples.size < this.#most) this.#triples.set(key, triple);
    else this.cut = true;
  }

  /** What is said of the nodes: where it leads, by node and relation. */
  async #outwards(nodes: readonly Term[]): Promise<readonly (readonly Term[])[]> {
    await this.#readFacts(nodes);
    return nodes.flatMap((subject) =>
      this.#factsOf(subject).map((fact) => {
        const shown = fact.values;
        if (fact.total > shown.length) this.cut = true;
        for (const object of shown) this.#add({ subject, predicate: fact.step.predicate, object });
        return shown;
      }),
    );
  }

  /** What is said of others that names the nodes: those others, by relation. */
  async #backwards(nodes: readonly Term[]): Promise<readonly (readonly Term[])[]> {
    const from = { op: "terms" as const, terms: nodes };
    const relations = (await this.#tried(this.#graph.relations(from))) ?? [];
    const all = relations
      .flatMap(({ path, members }) => {
        const [step] = path;
        return path.length === 1 && step?.inverse === true ? [{ step, members }] : [];
      })
      .toSorted((a, b) => b.members - a.members || (a.step.predicate < b.step.predicate ? -1 : 1));
    if (all.length > MOST_RELATIONS) this.cut = true;
    const steps = all.slice(0, MOST_RELATIONS).map(({ step }) => step);
    const groups: (readonly Term[])[] = [];
    for (let at = 0; at < steps.length && !this.#isOver(); at += AT_ONCE) {
      const some = steps.slice(at, at + AT_ONCE);
      groups.push(...(await Promise.all(some.map((step) => this.#leadingTo(nodes, step)))));
    }
    return groups;
  }

  async #leadingTo(nodes: readonly Term[], step: Step): Promise<readonly Term[]> {
    const back = { op: "follow" as const, from: { op: "terms" as const, terms: nodes }, step };
    const found = await this.#tried(this.#graph.members(back, MOST_SUBJECTS));
    if (found === undefined) return [];
    if (!found.complete) this.cut = true;
    const subjects = found.terms.slice(0, MOST_SUBJECTS).filter(isNode);
    // The set as a whole was walked back: which of its nodes a subject names is told by what is said of the subject.
    await this.#readFacts(subjects);
    const known = new Map(nodes.map((node) => [termText(node), node]));
    for (const subject of subjects) {
      const facts = this.#factsOf(subject).filter((fact) => fact.step.predicate === step.predicate);
      for (const { values: said, total } of facts) {
        if (total > said.length) this.cut = true;
        for (const value of said) {
          const object = known.get(termText(value));
          if (object !== undefined) this.#add({ subject, predicate: step.predicate, object });
        }
      }
    }
    return subjects;
  }

  #factsOf(node: Term): readonly Fact[] {
    return this.#facts.get(termText(node)) ?? [];
  }

  async #readFacts(nodes: readonly Term[]): Promise<void> {
    const missing = nodes.filter((node) => !this.#facts.has(termText(node)));
    if (missing.length === 0 || this.#isOver()) return;
    // A store that cannot be asked about nodes without names is asked about the others.
    const asked = [missing, missing.filter(({ kind }) => kind === "iri")];
    for (const some of asked) {
      if (some.length === 0) continue;
      const facts = await this.#tried(this.#graph.facts(some, MOST_VALUES));
      if (facts === undefined) continue;
      for (const [at, node] of some.entries()) this.#facts.set(termText(node), facts[at] ?? []);
      return;
    }
  }

  /** Undefined for what the store cannot do, or not in time; the neighbourhood is then what else was found. */
  async #tried<T>(asked: Promise<T>): Promise<T | undefined> {
    const found = await unlessRefused<T | undefined>(asked, undefined);
    this.cut ||= found === undefined;
    return found;
  }
}

/** The first of each group, then the second of each: so that no long list takes the place of all others. */
function alternating(groups: readonly (readonly Term[])[]): readonly Term[] {
  const longest = groups.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, at) =>
    groups.flatMap((group) => {
      const term = group[at];
      return term === undefined ? [] : [term];
    }),
  ).flat();
}

type Around = Parameters<NonNullable<GraphCapability["triplesAround"]>>;

/** Fewer links are sure of a name that several have, or that is written otherwise. */
const SURE = 0.8;
const MOST_LINKED = 5;
/** A value in a triple says no more when it is longer. */
const LONGEST = 200;
/** Of the time, for walking; the rest is for names. */
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
  // A reader of its own: no single call of the walk takes the time that the names need.
  const graph = createGraphReader(services, hurried, []);
  const walk = new NeighbourhoodWalk(graph, most, Date.now() + milliseconds);
  await walk.from(found, hops);
  const { triples, cut } = walk;
  const nodes = uniqueTerms([...found, ...triples.flatMap(({ subject, object }) => [subject, object])]);
  // Identifiers stand in for names that do not come in time.
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
      ? { text: toldName(text), id: toldName(identifierOf(term, services.names)) }
      : { text: toldName(text) };
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
