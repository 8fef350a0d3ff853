import { samePath } from "../../access/path-names.ts";
import { type Program, reversedPath, walked } from "../../program/program.ts";
import { type Condition, namesIn, type Phrase, type Word } from "../grammar/phrase.ts";
import { KIN_FEMALE, KIN_MALE, kindFits } from "../lexicon/kinds.ts";
import type { PathSense } from "../lexicon/path-sense.ts";
import { along, combined, type MeantPath, type ResolveContext, type Resolved } from "./resolve-context.ts";

/** Returns the readings of a phrase, cheapest first. */
type Resolve = (phrase: Phrase) => Promise<readonly Resolved[]>;
type CostOf = (meant: MeantPath) => number | undefined;

const BY_CLASS = 0.12;
const AS_NAME = 0.06;

/** The sets that a condition describes by itself, without the noun before it. */
export async function resolveCondition(
  condition: Condition,
  noun: Word | undefined,
  resolve: Resolve,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const { of, by } = condition;
  const starts = await resolve(of);
  const words =
    "verb" in condition ? condition.verb : "noun" in condition ? condition.noun : { key: "", text: "" };
  const { key, text } = words;
  const costOf: Readonly<Record<Condition["by"], CostOf>> = {
    role: ({ sense }) => sense.nouns.get(key),
    shared: ({ sense }) => sense.nouns.get(key),
    holder: ({ sense }) => sense.startNouns.get(key),
    object: ({ sense }) => sense.subjectOf.get(key),
    subject: ({ sense }) => sense.objectOf.get(key),
    joint: ({ sense }) => sense.subjectOf.get(key) ?? sense.startNouns.get(key),
    asked: (meant) => (by === "asked" ? askedCost(condition, meant) : undefined),
    link: (meant) => (by === "link" ? linkCost(condition.preposition, noun, meant, context) : undefined),
  };
  const said =
    by === "asked"
      ? `${condition.question} ${text}`
      : by === "link"
        ? `${noun?.text ?? ""} ${condition.preposition}`.trim()
        : text;
  const apart = by === "shared" || by === "joint";
  let found = apart
    ? await thereAndBack(starts, words, costOf[by], context)
    : await follow(starts, said, costOf[by], context);
  if (by === "role") found = (await Promise.all(found.map((each) => bySex(each, words, context)))).flat();
  if (found.length === 0) note(condition, context);
  return apart || ("others" in condition && condition.others)
    ? found.map((each) => withoutNames(each, of))
    : found;
}

async function follow(
  starts: readonly Resolved[],
  words: string,
  costOf: CostOf,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const found: Resolved[] = [];
  for (const from of starts)
    for (const { meant, cost } of await pathsFor(from, costOf, context))
      found.push(followed(from, meant, cost, words));
  return found;
}

const MOST_PATHS = 4;
/** Paths that cost this much more than the best are dropped. */
const MARGIN = 0.1;
const UNLIKE = 0.15;

/** Relations of a set that fit some words: the cheapest, and others of nearly the same cost. */
async function pathsFor(from: Resolved, costOf: CostOf, context: ResolveContext) {
  const fitting = (await context.relationsOf(from.program)).flatMap((meant) => {
    const cost = costOf(meant);
    return cost === undefined ? [] : [{ meant, cost: cost + unlike(from, meant.sense) }];
  });
  const least = Math.min(...fitting.map(({ cost }) => cost));
  return fitting
    .filter(({ cost }) => cost <= least + MARGIN)
    .sort((a, b) => a.cost - b.cost || (a.meant.path.text < b.meant.path.text ? -1 : 1))
    .slice(0, MOST_PATHS);
}

/** Cost if the noun before a name does not fit the start of the relation: *the actor* X directed. */
function unlike({ called }: Resolved, sense: PathSense): number {
  if (called === undefined || sense.startNouns.has(called) || sense.starts === "") return 0;
  return kindFits(called, sense.starts) ? 0 : UNLIKE;
}

function followed(from: Resolved, meant: MeantPath, cost: number, asked: string): Resolved {
  const { text, label } = meant.path;
  const own = `${text} ${label}`.toLowerCase();
  const shownName = label === "" || text.includes(label) ? text : `${text} ("${label}")`;
  // An assumption is stated if the words differ from the relation's own.
  const said = asked.split(" ").every((word) => own.includes(word))
    ? []
    : [`"${asked}" was read as ${shownName}.`];
  return {
    ...along(from, meant.path, asked),
    cost: from.cost + cost,
    ends: [meant.sense],
    assumptions: [...from.assumptions, ...said],
  };
}

function askedCost(
  { question, verb }: Extract<Condition, { by: "asked" }>,
  { path, sense }: MeantPath,
): number | undefined {
  const known = sense.asked.get(`${question} ${verb.key}`);
  if (known !== undefined) return known;
  const fits =
    question === "when" ? path.facts.end.kind === "dates" : /place|location|city|country/iu.test(path.text);
  const cost = sense.subjectOf.get(verb.key);
  return fits && cost !== undefined ? cost + AS_NAME : undefined;
}

/** Cost of reading the preposition as this relation; undefined if the noun does not fit the relation's end. */
function linkCost(
  preposition: string,
  noun: Word | undefined,
  { path, sense }: MeantPath,
  { known }: ResolveContext,
): number | undefined {
  const cost = sense.prepositions.get(preposition);
  if (cost === undefined || noun === undefined || sense.nouns.has(noun.key)) return cost;
  const classes = known.classes.get(noun.key);
  const end = path.facts.end.class;
  if (classes !== undefined && end !== undefined)
    return classes.some(({ iri }) => iri === end) ? cost : cost + BY_CLASS;
  return kindFits(noun.text, sense.ends) ? cost : undefined;
}

/** Nodes that share an end of a relation with the starts: follows the relation forward and back. */
async function thereAndBack(
  starts: readonly Resolved[],
  { text }: Word,
  costOf: CostOf,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const found: Resolved[] = [];
  for (const from of starts) {
    for (const { meant, cost } of await pathsFor(from, costOf, context)) {
      const between = followed(from, meant, cost, text);
      const back = reversedPath(meant.path.path);
      const backwards = (await context.relationsOf(between.program)).find(({ path }) =>
        samePath(path.path, back),
      );
      if (backwards) found.push(followed(between, backwards, 0, text));
    }
  }
  return found;
}

/** Excludes the named entities from the result, for "also" and "same". */
function withoutNames(resolved: Resolved, of: Phrase): Resolved {
  return namesIn(of)
    .flatMap(({ readings, text }) =>
      readings.length === 1 ? readings.map(({ term }) => ({ term, words: text })) : [],
    )
    .reduce(
      (left, { term, words }) =>
        combined("difference", left, {
          program: { op: "terms", terms: [term] },
          taken: [{ is: "name", words, term }],
        }),
      resolved,
    );
}

function note(condition: Condition, context: ResolveContext): void {
  const text =
    "verb" in condition
      ? condition.verb.text
      : "noun" in condition
        ? condition.noun.text
        : condition.preposition;
  const name = namesIn(condition.of)
    .map((each) => each.text)
    .join(", ");
  const reason = `Nothing that is said of ${name === "" ? "these" : name} fits "${text}".`;
  context.notes.push({ reason, words: text.split(" ") });
}

const SEXED = ["parent", "child", "spouse"];
const MOST_SEXES = 20;
const SEXES = { male: /^(?:male|man|m)\b/iu, female: /^(?:female|woman|f)\b/iu } as const;

/**
 * For nouns of one sex ("mother") on a relation for both ("parents"): excludes persons known to be of the other sex. If the
 * data do not state the sex, a single person is accepted with an assumption, several are not understood; spouses are accepted unchecked.
 */
async function bySex(
  resolved: Resolved,
  { text, key }: Word,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const { program, path, ends } = resolved;
  const sex = KIN_MALE.has(key) ? "male" : KIN_FEMALE.has(key) ? "female" : undefined;
  if (sex === undefined || path === undefined) return [resolved];
  const own = `${path.local} ${path.label}`.toLowerCase();
  const concepts = ends.flatMap((end) => end.concepts);
  if (own.includes(key) || own.includes(text) || !concepts.some((each) => SEXED.includes(each)))
    return [resolved];
  const { graph, notes } = context;
  const gender = (await context.relationsOf(program)).find(
    ({ sense, path: { inverse } }) => sense.concepts.includes("gender") && !inverse,
  );
  if (gender) {
    const { terms } = await graph.members(walked(program, gender.path.path), MOST_SEXES);
    const names = await graph.termNames(terms);
    const at = names.findIndex((name) => SEXES[sex === "male" ? "female" : "male"].test(name));
    const value = terms[at];
    if (value !== undefined) {
      const attribute = gender.path.path;
      const others: Program = { op: "filter", of: program, attribute, comparison: "=", value };
      const left = combined("difference", resolved, { program: others, taken: [] });
      if ((await graph.summarize(left.program)).size > 0) return [left];
      notes.push({ reason: `All that ${path.text} leads to are ${names[at]}.`, words: [text] });
      return [];
    }
    if (names.some((name) => SEXES[sex].test(name))) return [resolved];
  }
  if (concepts.includes("spouse")) return [resolved];
  const reason = `"${text}" was read as ${path.text}; the data does not say of what sex they are.`;
  if ((await graph.summarize(program)).size <= 1)
    return [{ ...resolved, cost: resolved.cost + 0.05, assumptions: [...resolved.assumptions, reason] }];
  notes.push({ reason, words: [text] });
  return [];
}
