import type { FoundReading, Likeness } from "../../../environment/readings.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { type NameNearness, nearestNames } from "../../../util/nearest-names.ts";
import type { GraphReader } from "../access/graph-reader.ts";
import { localName, namePaths } from "../access/path-names.ts";
import { propertyName } from "../heuristics/lexicon/property-name.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import type { PredicateFacts } from "../store/triple-store.ts";
import { iri } from "../term/term.ts";
import { knownClasses } from "../tools/class-named.ts";
import { shortened } from "../tools/render-variable.ts";
import { tokenOf } from "./reading-token.ts";

const LIKENESS: Readonly<Record<NameNearness, Likeness>> = {
  same: "same",
  form: "form",
  plural: "form",
  order: "form",
  partial: "part",
  typo: "near",
  abbreviation: "related",
};
const LEAST_NEAR = 0.7;
/** What only a comment speaks of. */
const BY_COMMENT = 0.4;
/** Comments are read one by one: of more relations only those that were found by name. */
const MOST_COMMENTS = 120;
const SHORTEST_SAID = 4;

interface Like {
  readonly likeness: Likeness;
  readonly score: number;
}

export async function classReadings(
  words: string,
  graph: GraphReader,
  { names }: KnowledgeBaseServices,
): Promise<readonly FoundReading[]> {
  return (await knownClasses(graph, names)).flatMap((each): FoundReading[] => {
    const like = nearestOf(words, [each.label, localName(each.text)]);
    if (like === undefined) return [];
    const count = each.instances === undefined ? "" : ` (${each.instances} of them)`;
    const name = shortened(each.label);
    const text = `all that are "${name}"${count}`;
    return [{ ...like, text, kind: "class", replacement: name, ...tokenOf({ is: "class", iri: each.iri }) }];
  });
}

/** Relations and attributes by label, name or what is commented on them. */
export async function relationReadings(
  words: string,
  graph: GraphReader,
  services: KnowledgeBaseServices,
): Promise<readonly FoundReading[]> {
  const { predicates } = await graph.schema();
  const paths = await namePaths(
    predicates.map((facts) => ({ ...facts, path: [{ predicate: facts.predicate, inverse: false }] })),
    graph,
    services.names,
  );
  const searched = services.store.labelSearch.mode === "fuzzy" && predicates.length <= MOST_COMMENTS;
  const found: FoundReading[] = [];
  for (const { facts, label, local } of paths) {
    const byName = nearestOf(words, [label, local]);
    if (byName === undefined && !searched) continue;
    const comment = byName === undefined ? await commentOn(facts.predicate, graph, services) : "";
    const like =
      byName ?? (says(comment, words) ? { likeness: "related" as const, score: BY_COMMENT } : undefined);
    if (like === undefined) continue;
    found.push({
      ...like,
      text: await relationText(spoken(label, local), facts, graph, services),
      kind: facts.objectKind === "entities" ? "relation" : "attribute",
      replacement: spoken(label, local),
      ...tokenOf({ is: "relation", iri: facts.predicate }),
    });
  }
  return found;
}

function nearestOf(words: string, written: readonly string[]): Like | undefined {
  const given = nameWords(foldText(words));
  const [best] = nearestNames(
    words,
    written.filter((name) => name !== ""),
    { limit: 1 },
  );
  if (best === undefined) return undefined;
  const likeness = LIKENESS[best.why];
  if (likeness === "part") {
    const all = nameWords(foldText(best.name));
    const whole = given.length > 0 && given.every((word) => all.includes(word));
    return whole ? { likeness, score: 0.5 + 0.4 * best.score } : undefined;
  }
  return best.score < LEAST_NEAR
    ? undefined
    : { likeness, score: likeness === "related" ? best.score / 2 : best.score };
}

async function commentOn(
  predicate: string,
  graph: GraphReader,
  { store }: KnowledgeBaseServices,
): Promise<string> {
  for (const description of store.vocabulary.description.slice(0, 2)) {
    const step = { predicate: description, inverse: false };
    const from = { op: "terms", terms: [iri(predicate)] } as const;
    const { terms } = await graph.members({ op: "follow", from, step }, 20);
    const text = terms.find(({ kind }) => kind === "literal");
    if (text?.kind === "literal") return text.value;
  }
  return "";
}

/** What a person calls it: its label, else the words of its name. */
export function spoken(label: string, local: string): string {
  if (label !== "") return label;
  const words = nameWords(propertyName(local)).join(" ");
  return words === "" ? local : words;
}

function says(comment: string, words: string): boolean {
  const own = nameWords(foldText(words)).filter(({ length }) => length >= SHORTEST_SAID);
  const all = nameWords(foldText(comment));
  return own.length > 0 && own.every((word) => all.includes(word));
}

/** `the attribute "box office" (Film: takings worldwide, euros)`: with what is commented on it, else with what it ties. */
export async function relationText(
  name: string,
  { predicate, subjectClass, objectClass, objectKind }: PredicateFacts,
  graph: GraphReader,
  services: KnowledgeBaseServices,
): Promise<string> {
  const kind = objectKind === "entities" ? "relation" : "attribute";
  const head = `the ${kind} "${shortened(name)}"`;
  const comment = await commentOn(predicate, graph, services);
  if (comment !== "") return `${head} (${shortened(comment).replace(/\.$/u, "")})`;
  const ends = await graph.iriNames([subjectClass, objectClass].flatMap((each) => each ?? []));
  return ends.length === 0 ? head : `${head} (${ends.map(shortened).join(" to ")})`;
}
