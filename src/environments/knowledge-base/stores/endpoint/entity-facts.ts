import {
  directionsOf,
  factCountRows,
  factRows,
  labelRows,
  valuesOfRows,
  wayOf,
  wayQuery,
} from "../../sparql/queries/entity-queries.ts";
import { numberIn } from "../../sparql/queries/set-queries.ts";
import { isNode, type Term, termText } from "../../term/term.ts";
import type { Fact, TripleStore } from "../../triple-store/triple-store.ts";
import { bestLabel, type LabelCandidate } from "../../vocabulary/vocabulary.ts";
import type { SparqlClient } from "./http/sparql-client.ts";
import type { Row } from "./row-reader.ts";
import { byText } from "./set-facts.ts";
import type { SetReader } from "./set-reader.ts";

type Ways = Awaited<ReturnType<TripleStore["paths"]>>;

const MOST_STEPS = 5;
const MOST_WAYS = 20;

/** The first of the shortest chains. Sends one query per combination of directions, so that engines can start at the ends. */
export async function shortestWays(
  from: Term,
  to: Term,
  maxSteps: number,
  sets: SetReader,
  client: SparqlClient,
): Promise<Ways> {
  if (!isNode(from) || !isNode(to) || termText(from) === termText(to)) return [];
  for (let length = 1; length <= Math.min(maxSteps, MOST_STEPS); length++) {
    const found = await Promise.all(
      directionsOf(length).map(async (directions) => {
        const query = wayQuery(from, to, directions, MOST_WAYS, sets.newScope());
        const { rows } = await client.ask(query, sets.limit);
        return rows.map((row) => wayOf(row, to, directions)).filter((way) => way !== undefined);
      }),
    );
    const ways = found.flat();
    if (ways.length > 0) return ways.sort((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1)).slice(0, MOST_WAYS);
  }
  return [];
}

/** Orders link by link: by predicate, then forward before inverse, then by node. */
function orderKey(way: Ways[number]): string {
  return way
    .map(({ step, node }) => `${step.predicate}\u0000${step.inverse ? 1 : 0}${termText(node)}\u0000`)
    .join("");
}

const LABELS_AT_ONCE = 200;
const FACTS_AT_ONCE = 50;
/** For predicates with more values than this, only the requested number is fetched. */
const FEW_VALUES = 100;

/** Labels of the terms. Blank nodes that a query cannot name get none. */
export async function labelsOf(
  terms: readonly Term[],
  sets: SetReader,
): Promise<readonly (string | undefined)[]> {
  if (sets.vocabulary.label.length === 0) return terms.map(() => undefined);
  const askable = byText(terms.filter((term) => isNode(term) && sets.canAsk([term])));
  const labels = new Map<string, string | undefined>();
  for (const some of parts(askable, LABELS_AT_ONCE, sets)) {
    const preferred = await labelled(some, true, sets);
    const rest = some.filter((term) => preferred.get(termText(term)) === undefined);
    const others = rest.length === 0 ? preferred : await labelled(rest, false, sets);
    for (const [key, label] of [...others, ...preferred]) labels.set(key, label);
  }
  return terms.map((term) => labels.get(termText(term)));
}

async function labelled(
  nodes: readonly Term[],
  preferred: boolean,
  sets: SetReader,
): Promise<ReadonlyMap<string, string | undefined>> {
  const { vocabulary } = sets;
  const rows = await sets.rows(labelRows(nodes, preferred, sets.newScope()));
  const candidates = new Map<string, LabelCandidate[]>();
  for (const [node, predicate, label] of rows) {
    if (node === undefined || predicate?.kind !== "iri" || label === undefined) continue;
    const list = candidates.get(termText(node)) ?? [];
    candidates.set(termText(node), list);
    list.push({ predicate: vocabulary.label.indexOf(predicate.value), label });
  }
  return new Map([...candidates].map(([key, list]) => [key, bestLabel(list, vocabulary)]));
}

/** @throws TripleStoreError `unsupported` for a blank node that a query cannot name */
export async function factsOf(
  terms: readonly Term[],
  valuesPerPredicate: number,
  sets: SetReader,
): Promise<readonly (readonly Fact[])[]> {
  const nodes = byText(terms.filter((term) => isNode(term)));
  const facts = new Map<string, readonly Fact[]>();
  for (const some of parts(nodes, FACTS_AT_ONCE, sets)) {
    const counts = await sets.rows(factCountRows(some, sets.newScope()));
    const few = counts.filter(([, , total]) => numberIn(total) <= FEW_VALUES);
    const predicates = [...new Set(few.flatMap(([, p]) => (p?.kind === "iri" ? [p.value] : [])))];
    const many = new Set(counts.filter((row) => !few.includes(row)).map(([x]) => (x ? termText(x) : "")));
    // A node with many values gets its own query, so that the values are not fetched with the rest.
    const short = some.filter((node) => !many.has(termText(node)));
    const rows =
      short.length === 0 || predicates.length === 0
        ? []
        : await sets.rows(factRows(short, predicates, sets.newScope()));
    const values = Map.groupBy(rows, ([x, p]) => factKey(x, p));
    for (const row of counts) {
      const [node, predicate, total] = row;
      if (node === undefined || predicate?.kind !== "iri") continue;
      const fetched = many.has(termText(node))
        ? await sets.rows(valuesOfRows(node, predicate.value, sets.newScope()), valuesPerPredicate)
        : (values.get(factKey(node, predicate)) ?? []).map(([, , value]) => [value]);
      const fact: Fact = {
        step: { predicate: predicate.value, inverse: false },
        values: byText(fetched.flatMap(([value]) => (value === undefined ? [] : [value]))).slice(
          0,
          valuesPerPredicate,
        ),
        total: numberIn(total),
      };
      facts.set(termText(node), [...(facts.get(termText(node)) ?? []), fact]);
    }
  }
  const sorted = (list: readonly Fact[]): readonly Fact[] =>
    [...list].sort((a, b) => (a.step.predicate < b.step.predicate ? -1 : 1));
  return terms.map((term) => sorted(facts.get(termText(term)) ?? []));
}

const factKey = (node: Row[number], predicate: Row[number]): string =>
  `${node ? termText(node) : ""} ${predicate ? termText(predicate) : ""}`;

/** Splits the nodes into queries of at most `size`; nodes that the engine cannot list together are separated. */
function parts(nodes: readonly Term[], size: number, sets: SetReader): readonly (readonly Term[])[] {
  return sets.chunks({ op: "terms", terms: nodes }).flatMap((part) => {
    const terms = part.op === "terms" ? part.terms : [];
    return Array.from({ length: Math.ceil(terms.length / size) }, (_, at) =>
      terms.slice(at * size, (at + 1) * size),
    );
  });
}
