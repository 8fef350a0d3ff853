import type { ActContext } from "../../../environment/act-context.ts";
import type { GraphCapability, GraphTerm, Neighbourhood } from "../../../environment/capabilities.ts";
import { schemaName, toldName } from "../../../environment/egress/egress-scope.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { createGraphReader } from "../access/graph-reader.ts";
import { isMendable } from "../access/store-failure.ts";
import { identifierOf, plainName } from "../access/term-name.ts";
import { openState } from "../act.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import { emptyState, writeState } from "../knowledge-base-state.ts";
import { linkedEntities } from "../permitted/linked-entities.ts";
import { isNode, type Term } from "../term/term.ts";
import { termText } from "../term/term-text.ts";
import { entityNamed } from "../tools/entity-named.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { NeighbourhoodWalk } from "./neighbourhood-walk.ts";

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
  const { environment: id } = services;
  const state = writeState(emptyState(undefined));
  const call = await openState(
    { environment: id, kind: "knowledge-base", version: 0, state },
    services,
    context,
  );
  const { found, unknown } = await entitiesOf(around, call);
  const milliseconds = call.graph.bounds(WALKING).milliseconds;
  const hurried = { ...context, limits: { ...context.limits, milliseconds } };
  // A reader of its own: no single call of the walk takes the time that the names need.
  const walk = new NeighbourhoodWalk(
    createGraphReader(services, hurried, []),
    most,
    Date.now() + milliseconds,
  );
  await walk.from(found, hops);
  const { triples, cut } = walk;
  const nodes = distinct([...found, ...triples.flatMap(({ subject, object }) => [subject, object])]);
  const names = await inTime(call.graph.termNames(nodes), () =>
    nodes.map((node) => plainName(node, services.names)),
  );
  const byNode = new Map(nodes.map((node, at) => [termText(node), names[at] ?? ""]));
  const predicates = [...new Set(triples.map(({ predicate }) => predicate))];
  const relations = await inTime(call.graph.iriNames(predicates), () =>
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

/** Identifiers stand in for names that do not come in time. */
async function inTime<T>(asked: Promise<T>, otherwise: () => T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!isMendable(error)) throw error;
    return otherwise();
  }
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
  const looked = await Promise.all(around.entities.map((text) => entityNamed(text, "entities", call)));
  return {
    found: distinct(looked.flatMap(({ term }) => (term === undefined ? [] : [term]))),
    unknown: around.entities.filter((_, at) => looked[at]?.term === undefined),
  };
}

function distinct(terms: readonly Term[]): readonly Term[] {
  return [...new Map(terms.map((term) => [termText(term), term])).values()];
}

function shortened(text: string): string {
  const line = visibleText(text.replace(/\s+/gu, " ").trim());
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
