import type { GraphReader } from "../access/graph-reader.ts";
import { namePaths } from "../access/path-names.ts";
import { identifierOf } from "../access/term-name.ts";
import type { Fact } from "../store/triple-store.ts";
import { comparableValue } from "../term/comparable-value.ts";
import { isNode, type Term } from "../term/term.ts";
import { knownClasses } from "../tools/class-named.ts";
import { shortened } from "../tools/render-variable.ts";
import type { Names } from "../vocabulary/names.ts";

export interface NamedTerm {
  readonly term: Term;
  readonly label: string;
}

interface Told extends NamedTerm {
  /** Names of the classes, the widest first. */
  readonly classes: readonly string[];
  readonly facts: readonly { readonly name: string; readonly value: Term; readonly total: number }[];
}

const MOST_CLASSES = 3;
/** Dates that say which one is meant, the most telling first. */
const TELLING = [/birth|born/iu, /release|publish|premi/iu, /found|establish|open/iu, /date|year|first/iu];

/**
 * Texts by which a person tells entities apart, one each and no two the same: `film "The Last Ferry" (1987)`,
 * `person "Anna Berg" (actor, born 1960)`; where that is not enough, with a further fact (`country: Cestria`), at last the identifier.
 */
export async function entityTexts(
  entities: readonly NamedTerm[],
  graph: GraphReader,
  names: Names,
): Promise<readonly string[]> {
  const told = await tellAll(entities, graph, names);
  let texts = told.map((each) => textOf(each, []));
  for (const alike of groups(texts)) {
    const further = await tellingFact(
      alike.map((at) => told[at] as Told),
      graph,
    );
    if (further === undefined) continue;
    texts = texts.map((text, at) => {
      const own = alike.indexOf(at);
      return own < 0 ? text : textOf(told[at] as Told, [further[own] ?? ""]);
    });
  }
  for (const alike of groups(texts)) {
    texts = texts.map((text, at) =>
      alike.includes(at) ? `${text} [${identifierOf((told[at] as Told).term, names)}]` : text,
    );
  }
  return texts;
}

async function tellAll(entities: readonly NamedTerm[], graph: GraphReader, names: Names) {
  const wide = new Map((await knownClasses(graph, names)).map((each) => [each.iri, each]));
  const nodes = entities.map(({ term }) => term).filter(isNode);
  const facts = nodes.length === 0 ? [] : await graph.facts(nodes, 1);
  return Promise.all(
    entities.map(async ({ term, label }): Promise<Told> => {
      const { classes } = await graph.summarize({ op: "terms", terms: [term] });
      const sorted = classes
        .map((each) => ({ iri: each.class, instances: wide.get(each.class)?.instances ?? 0 }))
        .sort((a, b) => b.instances - a.instances)
        .slice(0, MOST_CLASSES);
      const place = isNode(term) ? nodes.indexOf(term) : -1;
      return {
        term,
        label,
        classes: [...new Set(await graph.iriNames(sorted.map((each) => each.iri)))],
        facts: await plainFacts(facts[place] ?? [], graph, names),
      };
    }),
  );
}

async function plainFacts(facts: readonly Fact[], graph: GraphReader, names: Names) {
  const paths = await namePaths(
    facts.map((fact) => ({ ...fact, path: [fact.step] })),
    graph,
    names,
  );
  return paths.flatMap(({ label, local, facts: { values, total } }) => {
    const [value] = values;
    return value === undefined ? [] : [{ name: label === "" ? local : label, value, total }];
  });
}

function textOf({ label, classes, facts }: Told, more: readonly string[]): string {
  const [widest, ...narrower] = classes;
  const details = [...narrower.slice(-1), dateOf(facts) ?? "", ...more].filter((part) => part !== "");
  const name = `"${shortened(label)}"`;
  const head = widest === undefined ? name : `${shortened(widest)} ${name}`;
  return details.length === 0 ? head : `${head} (${details.join(", ")})`;
}

/** `born 1960`; of anything else the year alone. */
function dateOf(facts: Told["facts"]): string | undefined {
  for (const [at, telling] of TELLING.entries()) {
    for (const { name, value } of facts) {
      if (!telling.test(name) || value.kind !== "literal") continue;
      const year = /^-?\d{4}/u.exec(value.value)?.[0];
      const comparable = comparableValue(value);
      if (year === undefined || (comparable?.kind === "number" && value.value.length !== 4)) continue;
      return at === 0 ? `born ${year}` : year;
    }
  }
  return undefined;
}

/** Places of texts that are the same, by text. */
function groups(texts: readonly string[]): readonly (readonly number[])[] {
  const byText = Map.groupBy(texts.keys(), (at) => texts[at] ?? "");
  return [...byText.values()].filter(({ length }) => length > 1);
}

/** The fact that differs most often, as all of them have it; undefined where none differs. */
async function tellingFact(
  alike: readonly Told[],
  graph: GraphReader,
): Promise<readonly string[] | undefined> {
  const candidates = [...new Set(alike.flatMap(({ facts }) => facts.map(({ name }) => name)))];
  let best: { readonly texts: readonly string[]; readonly distinct: number } | undefined;
  for (const name of candidates) {
    const own = alike.map(({ facts }) => facts.find((fact) => fact.name === name && fact.total === 1)?.value);
    const values = await graph.termNames(own.flatMap((value) => value ?? []));
    let next = 0;
    const texts = own.map((value) =>
      value === undefined ? "" : `${name}: ${shortened(values[next++] ?? "")}`,
    );
    const distinct = new Set(texts).size;
    if (distinct > (best?.distinct ?? 1)) best = { texts, distinct };
  }
  return best?.texts;
}
