import { type Condition, type Noun, namesIn, type Phrase } from "../grammar/phrase.ts";
import { EMPTY_NOUNS, kindFits } from "../lexicon/kinds.ts";
import { singular } from "../linking/lexical-edges.ts";
import { bySex } from "./by-sex.ts";
import { followed, pathsFor } from "./follow-words.ts";
import { nameNode, setNode } from "./node.ts";
import type { MeantPath, Resolve, ResolveContext, Resolved } from "./resolve-context.ts";

const BY_CLASS = 0.12;

/**
 * Things that a preposition ties to what is known: films about X, cities in X. The relation is one that English ties so, else the only one that leads to
 * that class of things.
 */
async function linked(
  { preposition, to }: Extract<Condition, { by: "link" }>,
  noun: Noun | undefined,
  resolve: Resolve,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const found: Resolved[] = [];
  for (const from of await resolve(to)) {
    if (preposition === "") {
      found.push(...(await described(from, noun, context)));
      continue;
    }
    const paths = await pathsFor(from, (meant) => fits(meant, preposition, noun, context), context);
    const asked = noun === undefined ? preposition : `${noun.text} ${preposition}`;
    found.push(...paths.map(({ meant, cost }) => followed(from, meant, cost, asked)));
    if (paths.length > 0 || noun === undefined || !["of", "in", "by", "from", "with"].includes(preposition))
      continue;
    const classes = new Set((context.known.classes.get(noun.key) ?? []).map(({ iri }) => iri));
    const leading = (await context.relationsOf(from.node)).filter(
      ({ path }) => path.facts.end.class !== undefined && classes.has(path.facts.end.class),
    );
    const [only] = leading;
    if (only && leading.length === 1) found.push(followed(from, only, BY_CLASS, asked));
  }
  if (found.length === 0 && preposition !== "") {
    const words = [noun?.text ?? "", preposition].filter((word) => word !== "");
    context.notes.push({ reason: `I do not know which relation "${words.join(" ")}" means.`, words });
  }
  return found;
}

/** A name right before a noun: "French films". The one relation that leads from it to such things. */
async function described(
  from: Resolved,
  noun: Noun | undefined,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const relations = await context.relationsOf(from.node);
  if (noun === undefined)
    return cheapest(
      from,
      relations.filter(({ sense }) => sense.startNouns.has(GENRE)),
      "of that genre",
    );
  const classes = (context.known.classes.get(noun.key) ?? []).map(({ iri }) => iri);
  const kind = singular(noun.text);
  const leading = relations.filter(({ path, sense }) => {
    const { class: end } = path.facts.end;
    return end !== undefined && classes.length > 0
      ? classes.includes(end)
      : sense.ends !== "" && path.inverse && kindFits(kind, sense.ends);
  });
  const telling = leading.filter(({ sense }) => sense.concepts.some((each) => DESCRIBING.has(each)));
  return EMPTY_NOUNS.has(kind) ? [] : cheapest(from, telling.length > 0 ? telling : leading, noun.text);
}

/** The one relation, or the one that is plainly called so beside others that are only nearly. */
function cheapest(from: Resolved, all: readonly MeantPath[], asked: string): readonly Resolved[] {
  const costOf = ({ sense }: MeantPath) => Math.min(...HEADS.map((head) => sense.startNouns.get(head) ?? 1));
  const [first, second] = all.toSorted((a, b) => costOf(a) - costOf(b));
  return first && (second === undefined || costOf(second) > costOf(first))
    ? [followed(from, first, BY_CLASS, asked)]
    : [];
}

const GENRE = "genr";
const HEADS = [GENRE, "languag", "nationality", "country", "religion"];

/** What an adjective or a name before a noun usually says. */
const DESCRIBING: ReadonlySet<string> = new Set(["genre", "language", "nationality", "country", "religion"]);

/** The preposition's relation, where the things at its end can be called so. */
function fits(
  { path, sense }: MeantPath,
  preposition: string,
  noun: Noun | undefined,
  { known }: ResolveContext,
): number | undefined {
  const cost = sense.prepositions.get(preposition);
  if (cost === undefined || noun === undefined) return cost;
  if (sense.nouns.has(noun.key)) return cost;
  const classes = known.classes.get(noun.key);
  const end = path.facts.end.class;
  if (classes !== undefined && end !== undefined) {
    return classes.some(({ iri }) => iri === end) ? cost : cost + BY_CLASS;
  }
  return kindFits(singular(noun.text), sense.ends) ? cost : undefined;
}

const ONE_MORE_STEP = 0.12;
const CONTAINING: ReadonlySet<string> = new Set(["country", "location", "continent"]);

/** The places within each place, by the one relation that says so. */
async function within(places: readonly Resolved[], context: ResolveContext): Promise<readonly Resolved[]> {
  const found: Resolved[] = [];
  for (const place of places) {
    const leading = (await context.relationsOf(place.node)).filter(
      ({ path, sense }) =>
        path.inverse && path.path.length === 1 && sense.concepts.some((each) => CONTAINING.has(each)),
    );
    const [only] = leading;
    if (only && leading.length === 1) found.push(followed(place, only, ONE_MORE_STEP, "in"));
  }
  return found;
}

const AS_NAME = 0.06;

/** The sets that a condition describes by itself, without the noun before it. */
export async function resolveCondition(
  condition: Condition,
  noun: Noun | undefined,
  resolve: Resolve,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  switch (condition.by) {
    case "role":
      return role(condition, resolve, context);
    case "holder":
      return follow(
        condition.is,
        condition.noun.text,
        condition.others,
        ({ sense }) => sense.startNouns.get(condition.noun.key),
        resolve,
        context,
      );
    case "object":
      return follow(
        condition.subject,
        condition.verb.text,
        condition.others,
        ({ sense }) => sense.subjectOf.get(condition.verb.key),
        resolve,
        context,
      );
    case "subject":
      return follow(
        condition.object,
        condition.verb.text,
        condition.others,
        ({ sense }) => sense.objectOf.get(condition.verb.key),
        resolve,
        context,
        true,
      );
    case "asked":
      return asked(condition, resolve, context);
    case "shared":
      return thereAndBack(
        condition.with,
        condition.noun.text,
        ({ sense }) => sense.nouns.get(condition.noun.key),
        resolve,
        context,
      );
    case "joint":
      return thereAndBack(
        condition.with,
        condition.verb.text,
        ({ sense }) => sense.subjectOf.get(condition.verb.key) ?? sense.startNouns.get(condition.verb.key),
        resolve,
        context,
      );
    case "link":
      return linked(condition, noun, resolve, context);
    case "any":
      return anyOf(condition.of, noun, resolve);
    case "compare":
    case "sex":
    case "not":
    case "except":
      return [];
  }
}

async function follow(
  known: Phrase,
  words: string,
  others: boolean | undefined,
  costOf: (meant: MeantPath) => number | undefined,
  resolve: Resolve,
  context: ResolveContext,
  places = false,
): Promise<readonly Resolved[]> {
  const found: Resolved[] = [];
  for (const from of await resolve(known)) {
    for (const { meant, cost } of await pathsFor(from, costOf, context)) {
      const one = followed(from, meant, cost, words);
      found.push(others === true ? withoutNames(one, known) : one);
    }
  }
  // "Born in Spain": in a place that is in Spain.
  if (found.length === 0 && places) {
    for (const from of await within(await resolve(known), context)) {
      for (const { meant, cost } of await pathsFor(from, costOf, context))
        found.push(followed(from, meant, cost, words));
    }
  }
  if (found.length === 0) note(words, known, context);
  return found;
}

async function role(
  { noun, of }: Extract<Condition, { by: "role" }>,
  resolve: Resolve,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const found = await follow(
    of,
    noun.text,
    false,
    ({ sense }) => sense.nouns.get(noun.key),
    resolve,
    context,
  );
  const kept = await Promise.all(found.map((each) => bySex(each, noun, context)));
  return kept.flatMap((each) => each ?? []);
}

async function asked(
  { question, verb, of }: Extract<Condition, { by: "asked" }>,
  resolve: Resolve,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const costOf = ({ path, sense }: MeantPath): number | undefined => {
    const known = sense.asked.get(`${question} ${verb.key}`);
    if (known !== undefined) return known;
    const fits =
      question === "when" ? path.facts.end.kind === "dates" : /place|location|city|country/iu.test(path.text);
    return fits ? addCost(sense.subjectOf.get(verb.key), AS_NAME) : undefined;
  };
  return follow(
    of,
    verb.key === "be" ? question : `${question} ${verb.text}`,
    false,
    costOf,
    resolve,
    context,
  );
}

function addCost(cost: number | undefined, more: number): number | undefined {
  return cost === undefined ? undefined : cost + more;
}

/** Each alternative by itself, and their members together. */
async function anyOf(
  all: readonly (readonly Condition[])[],
  noun: Noun | undefined,
  resolve: Resolve,
): Promise<readonly Resolved[]> {
  let found: readonly Resolved[] | undefined;
  for (const that of all) {
    const next = await resolve({ is: "things", ...(noun === undefined ? {} : { noun }), that });
    found = found === undefined ? next : united(found, next);
  }
  return found ?? [];
}

function united(left: readonly Resolved[], right: readonly Resolved[]): readonly Resolved[] {
  return left.flatMap((a) =>
    right.map((b) => ({
      node: setNode("union", a.node, b.node),
      cost: a.cost + b.cost,
      ends: [...a.ends, ...b.ends],
      assumptions: [...new Set([...a.assumptions, ...b.assumptions])],
    })),
  );
}

/** What shares something with what is known: along a relation, back along it, and without where it began. */
async function thereAndBack(
  known: Phrase,
  words: string,
  costOf: (meant: MeantPath) => number | undefined,
  resolve: Resolve,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const found: Resolved[] = [];
  for (const from of await resolve(known)) {
    for (const { meant, cost } of await pathsFor(from, costOf, context)) {
      const between = followed(from, meant, cost, words);
      const backwards = (await context.relationsOf(between.node)).find(({ path }) =>
        turns(path.path, meant.path.path),
      );
      if (backwards) found.push(withoutNames(followed(between, backwards, 0, words), known));
    }
  }
  if (found.length === 0) note(words, known, context);
  return found;
}

type Path = MeantPath["path"]["path"];

function turns(path: Path, other: Path): boolean {
  return (
    path.length === other.length &&
    path.every(({ predicate, inverse }, at) => {
      const facing = other[other.length - 1 - at];
      return facing?.predicate === predicate && facing.inverse !== inverse;
    })
  );
}

/** "Also", "other", "same": what is asked for is not what it is asked from. */
export function withoutNames(resolved: Resolved, known: Phrase): Resolved {
  const names = namesIn(known);
  const left = names
    .flatMap(({ readings }) => (readings.length === 1 ? readings : []))
    .reduce((node, { term, name }) => setNode("difference", node, nameNode(term, name)), resolved.node);
  return { ...resolved, node: left };
}

function note(words: string, known: Phrase, context: ResolveContext): void {
  const name = namesIn(known)
    .map(({ text }) => text)
    .join(", ");
  context.notes.push({
    reason: `Nothing that is said of ${name === "" ? "these" : name} fits "${words}".`,
    words: words.split(" ").filter((word) => word !== ""),
  });
}
