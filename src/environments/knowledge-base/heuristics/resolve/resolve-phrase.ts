import { phraseKey } from "../../../../util/english/word-key.ts";
import { nameWords } from "../../../../util/name-words.ts";
import type { NamedPath } from "../../access/path-names.ts";
import type { Program } from "../../program/program.ts";
import type { KnownClass } from "../../tools/entity-named.ts";
import { dateAfter, dateTerm } from "../../tools/subject.ts";
import type { AttributeFacts } from "../../triple-store/triple-store.ts";
import type { Condition, Name, Phrase, Things, Word } from "../grammar/phrase.ts";
import { kindFits, kindsOf } from "../lexicon/kinds.ts";
import { propertyName, senseOf } from "../lexicon/path-sense.ts";
import { scaleOf } from "../lexicon/scales.ts";
import { type Leading, resolveCondition } from "./resolve-condition.ts";
import { combined, type ResolveContext, type Resolved } from "./resolve-context.ts";

type Attribute = NamedPath<AttributeFacts>;
type Time = Extract<Condition, { by: "time" }>;

const MOST = 8;
/** What cannot be meant falls away only when the other words are read. */
const MOST_NAMED = 24;
const MOST_CLASSES = 3;
const MOST_ATTRIBUTES = 4;
const COST = { alias: 0.02, typo: 0.05, kind: 0.02, unknownKind: 0.15, notAsked: 0.2 } as const;

/** All sets that a phrase may mean, cheapest first, at most eight; of a name alone, all that have it. */
export async function resolvePhrase(phrase: Phrase, context: ResolveContext): Promise<readonly Resolved[]> {
  const found =
    phrase.is === "name"
      ? await named(phrase, context)
      : phrase.is === "things"
        ? await things(phrase, context)
        : await howMany(phrase.of, context);
  return found.toSorted((a, b) => a.cost - b.cost).slice(0, phrase.is === "name" ? MOST_NAMED : MOST);
}

async function named(
  { readings, called, text }: Name,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const classes = called === undefined ? [] : (context.known.classes.get(called.key) ?? []);
  const found: Resolved[] = [];
  for (const { term, name, alias, tier } of readings) {
    const program: Program = { op: "terms", terms: [term] };
    const members = classes.map((of): Program => ({ op: "intersection", left: program, right: all(of) }));
    if (classes.length > 0 && !(await anyHasMembers(members, context))) continue;
    found.push({
      program,
      taken: [{ is: "name", words: text, term }],
      cost: (alias ? COST.alias : 0) + (tier === "typo" ? COST.typo : 0),
      ends: [],
      assumptions: tier === "typo" || tier === "part" ? [`"${text}" was read as "${name}".`] : [],
      ...(called === undefined ? {} : { called: called.key }),
    });
  }
  return found;
}

const all = ({ iri }: KnownClass): Program => ({ op: "instances", class: iri });

async function anyHasMembers(programs: readonly Program[], { graph, spend }: ResolveContext) {
  for (const program of programs) if (spend() && (await graph.summarize(program)).size > 0) return true;
  return false;
}

async function things(phrase: Things, context: ResolveContext): Promise<readonly Resolved[]> {
  let found = await base(phrase, context);
  for (const condition of phrase.that)
    if (condition.by === "time")
      found = (await Promise.all(found.map((each) => inTime(each, condition, context)))).flat();
  const { superlative } = phrase;
  return superlative === undefined
    ? found
    : (await Promise.all(found.map((each) => extreme(each, superlative, context)))).flat();
}

/** What the relations say, before anything is compared; all of a class where they say nothing. */
async function base({ noun, person, that }: Things, context: ResolveContext): Promise<readonly Resolved[]> {
  const relations = that.filter((each): each is Leading => each.by !== "time");
  if (relations.length === 0) return noun === undefined ? [] : allCalled(noun, context);
  let found: readonly Resolved[] | undefined;
  for (const condition of relations) {
    const next = await resolveCondition(condition, noun, (inner) => resolvePhrase(inner, context), context);
    found = found === undefined ? next : inBoth(found, next);
    if (found.length === 0) return [];
  }
  const sets = found ?? [];
  if (person)
    return Promise.all(
      sets.map(async (each) => ({ ...each, cost: each.cost + (await notPersons(each, context)) })),
    );
  return noun === undefined
    ? sets
    : (await Promise.all(sets.map((each) => fitNoun(each, noun, context)))).flat();
}

function inBoth(left: readonly Resolved[], right: readonly Resolved[]): readonly Resolved[] {
  return left
    .flatMap((a) =>
      right.map((b) => ({
        ...combined("intersection", a, b),
        cost: a.cost + b.cost,
        ends: [...a.ends, ...b.ends],
        assumptions: [...new Set([...a.assumptions, ...b.assumptions])],
      })),
    )
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MOST);
}

function allCalled(noun: Word, { known, notes }: ResolveContext): readonly Resolved[] {
  const classes = known.classes.get(noun.key) ?? [];
  if (classes.length === 0)
    notes.push({ reason: `"${noun.text}" by itself names no class here.`, words: [noun.text] });
  return classes.map((each) => ({ program: all(each), taken: [], cost: 0, ends: [], assumptions: [] }));
}

/** "Who" asks for persons; companies and bands are asked for so, too. */
async function notPersons({ path, ends }: Resolved, { graph }: ResolveContext): Promise<number> {
  const end = path?.facts.end;
  if (end !== undefined && end.kind !== "entities" && end.kind !== "none") return COST.notAsked;
  const told = kindsTold(ends);
  const [name = ""] = end?.class === undefined ? [] : await graph.iriNames([end.class]);
  const kinds = told === "" ? kindsOf(name).join(" ") : told;
  if (told === "" && name !== "" && kinds === "") return COST.notAsked;
  return kinds === "" || ["person", "company", "team"].some((kind) => kindFits(kind, kinds))
    ? 0
    : COST.notAsked;
}

function kindsTold(ends: Resolved["ends"]): string {
  return ends
    .map((each) => each.ends)
    .join(" ")
    .trim();
}

/** The set as far as the noun fits it: as the relation's own word, as a class, as a generic noun. Nothing where it does not. */
async function fitNoun(
  resolved: Resolved,
  noun: Word,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const { ends, cost, assumptions } = resolved;
  if (ends.some(({ nouns }) => nouns.has(noun.key))) return [resolved];
  const classes = (context.known.classes.get(noun.key) ?? []).slice(0, MOST_CLASSES);
  const kept = (await Promise.all(classes.map((each) => withinClass(resolved, each, context)))).flat();
  if (kept.length > 0) return kept;
  if (classes.length === 0 && kindsOf(noun.text).length > 0) {
    const told = kindsTold(ends);
    if (kindFits(noun.text, told)) return [{ ...resolved, cost: cost + COST.kind }];
    if (told === "" && context.known.classes.size === 0) {
      const said = `The data does not say what kind of things these are; they were taken for "${noun.text}".`;
      return [{ ...resolved, cost: cost + COST.unknownKind, assumptions: [...assumptions, said] }];
    }
  }
  context.notes.push({
    reason: `What the other words lead to is not called "${noun.text}" here.`,
    words: [noun.text],
  });
  return [];
}

async function withinClass(
  resolved: Resolved,
  of: KnownClass,
  { graph, spend }: ResolveContext,
): Promise<readonly Resolved[]> {
  if (!spend()) return [];
  const summary = await graph.summarize(resolved.program);
  // What is empty is told as such in the end.
  if (summary.size === 0) return [resolved];
  if (summary.kind !== "entities" && summary.kind !== "mixed") return [];
  const narrowed = combined("intersection", resolved, { program: all(of), taken: [] });
  const { size } = await graph.summarize(narrowed.program);
  if (size === 0) return [];
  return size === summary.size ? [resolved] : [narrowed];
}

async function howMany(of: Phrase, context: ResolveContext): Promise<readonly Resolved[]> {
  return Promise.all(
    (await resolvePhrase(of, context)).map(async (each): Promise<Resolved> => {
      const { kind } = await context.graph.summarize(each.program);
      // "How many inhabitants": the number is what is stored.
      const stored = each.path !== undefined && (kind === "numbers" || kind === "none");
      return stored ? each : { ...each, program: { op: "count", of: each.program }, path: undefined };
    }),
  );
}

/** The set with only those whose date compares so: the date of what the verb says, else the only one. */
async function inTime(
  resolved: Resolved,
  { verb, comparison, value }: Time,
  { attributesOf, services, senses, notes }: ResolveContext,
): Promise<readonly Resolved[]> {
  const term = dateTerm(value);
  const fitting = (await attributesOf(resolved.program)).filter((attribute) => {
    const sense = senseOf(attribute, services.names, senses);
    return (
      attribute.facts.kind === "date" &&
      (verb === undefined || sense.asked.has(`when ${verb.key}`) || sense.subjectOf.has(verb.key))
    );
  });
  const [only, ...more] = fitting;
  if (term === undefined || only === undefined || more.length > 0) {
    const words = [...(verb === undefined ? [] : [verb.text]), value];
    notes.push({ reason: `No one date fits "${words.join(" ")}".`, words });
    return [];
  }
  // A year stands for all its days: after 1999 is from 2000 on.
  const { least, greatest } = only.facts;
  const isFiner = [least, greatest].some((end) => end.kind === "literal" && end.value.length > value.length);
  const next = (isFiner ? dateAfter(term) : undefined) ?? term;
  const bounds = {
    "=": next === term ? [["=", term] as const] : [[">=", term] as const, ["<", next] as const],
    ">": [next === term ? ([">", term] as const) : ([">=", next] as const)],
    "<=": [next === term ? (["<=", term] as const) : (["<", next] as const)],
  };
  const tests =
    comparison in bounds ? bounds[comparison as keyof typeof bounds] : [[comparison, term] as const];
  const program = tests.reduce<Program>(
    (of, [sign, value]) => ({ op: "filter", of, attribute: only.path, comparison: sign, value }),
    resolved.program,
  );
  return [{ ...resolved, program, path: undefined }];
}

/** The members with the greatest or least value of an attribute that the superlative is about: the likeliest that any has. */
async function extreme(
  resolved: Resolved,
  asked: string,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const { program, assumptions } = resolved;
  const { attributes, greatest } = scaleOf(asked) ?? { attributes: [], greatest: true };
  const known = await context.attributesOf(program);
  const fitting = attributes
    .map((name) => known.filter((each) => keysOf(each).includes(name)))
    .find(({ length }) => length > 0);
  if (fitting === undefined) {
    context.notes.push({ reason: `No attribute fits "${asked}".`, words: [asked] });
    return [];
  }
  const { size } = await context.graph.summarize(program);
  return fitting.slice(0, MOST_ATTRIBUTES).map(({ text, path, facts }): Resolved => {
    const which = `"${asked}" was read as the ${greatest ? "greatest" : "least"} ${text}`;
    const said = facts.members < size ? `${which}, which ${facts.members} of ${size} have.` : `${which}.`;
    return {
      ...resolved,
      program: { op: greatest ? "argmax" : "argmin", of: program, attribute: path },
      path: undefined,
      assumptions: [...assumptions, said],
    };
  });
}

function keysOf({ local, label }: Attribute): readonly string[] {
  return [local, label].map((name) => phraseKey(nameWords(propertyName(name))).replace(/^(?:hav|be) /u, ""));
}
