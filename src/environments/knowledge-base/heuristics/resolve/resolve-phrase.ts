import { nameWords } from "../../../../util/name-words.ts";
import type { NamedPath } from "../../access/path-names.ts";
import type { AttributeFacts } from "../../store/triple-store.ts";
import type { Literal } from "../../term/term.ts";
import type { KnownClass } from "../../tools/entity-named.ts";
import { dateAfter, dateTerm, numberTerm } from "../../tools/subject.ts";
import type { Condition, Extreme, Noun, Phrase, Things } from "../grammar/phrase.ts";
import { kindFits, kindsOf } from "../lexicon/kinds.ts";
import { propertyName } from "../lexicon/path-sense.ts";
import { type Degree, degreeOf } from "../lexicon/scales.ts";
import { singular } from "../linking/lexical-edges.ts";
import { phraseKey } from "../question/word-key.ts";
import { ofSex } from "./by-sex.ts";
import { allCalled, followed } from "./follow-words.ts";
import { countNode, instancesNode, type Node, nameNode, setNode } from "./node.ts";
import { resolveCondition, withoutNames } from "./resolve-condition.ts";
import type { ResolveContext, Resolved } from "./resolve-context.ts";

type Attribute = NamedPath<AttributeFacts>;
/** More attributes of one word are too many to tell apart. */
const MOST_ATTRIBUTES = 4;

type Compare = Extract<Condition, { by: "compare" }>;

/** The set with only those whose attribute compares so; nothing where the attribute is not plain. */
async function compared(
  resolved: Resolved,
  condition: Compare,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const { attribute: asked, comparison, value } = condition;
  const all = await context.attributesOf(resolved.node);
  const degrees = asked.adjective === undefined ? [] : degreeOf(asked.adjective);
  const fitting: { readonly attribute: Attribute; readonly greatest: boolean }[] =
    asked.adjective !== undefined
      ? bestOf(degrees, all)
      : all
          .filter((each) => isMeant(each, asked, context))
          .map((attribute) => ({ attribute, greatest: true }));
  const typed = fitting.filter(({ attribute }) => termFor(attribute, value) !== undefined);
  const words = [asked.adjective ?? asked.noun?.text ?? asked.verb?.text ?? "", value].filter(
    (word) => word !== "",
  );
  if (typed.length === 0) {
    context.notes.push({ reason: `No attribute fits "${words.join(" ")}".`, words });
  }
  return typed.slice(0, MOST_ATTRIBUTES).flatMap(({ attribute, greatest }) => {
    const term = termFor(attribute, value);
    if (term === undefined) return [];
    const bounds = boundsOf(attribute, greatest ? comparison : turned(comparison), term);
    const node = bounds.reduce((of, bound) => filterNode(of, attribute, bound, words[0]), resolved.node);
    return [{ ...resolved, node }];
  });
}

interface Bound {
  readonly comparison: Compare["comparison"];
  readonly term: Literal;
}

/** A year stands for all its days: after 1999 is from 2000 on. */
function boundsOf({ facts }: Attribute, comparison: Compare["comparison"], term: Literal): readonly Bound[] {
  const finer = [facts.least, facts.greatest].some(
    (end) => end.kind === "literal" && end.value.length > term.value.length,
  );
  const next = facts.kind === "date" && finer ? dateAfter(term) : undefined;
  if (next === undefined) return [{ comparison, term }];
  if (comparison === "=")
    return [
      { comparison: ">=", term },
      { comparison: "<", term: next },
    ];
  if (comparison === ">") return [{ comparison: ">=", term: next }];
  return [comparison === "<=" ? { comparison: "<", term: next } : { comparison, term }];
}

function filterNode(
  of: Node,
  attribute: Attribute,
  { comparison, term }: Bound,
  asked: string | undefined,
): Node {
  return {
    kind: "filter",
    of,
    attribute,
    comparison,
    value: term,
    written: term.value,
    ...(asked === undefined ? {} : { asked }),
    program: { op: "filter", of: of.program, attribute: attribute.path, comparison, value: term },
  };
}

/** The members with the greatest or least value of the attribute that the adjective or noun is about. */
async function extremeOf(
  resolved: Resolved,
  extreme: Extreme,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const all = await context.attributesOf(resolved.node);
  const { adjective, attribute: noun, greatest } = extreme;
  const found =
    adjective === undefined
      ? all
          .filter((each) => isMeant(each, noun === undefined ? {} : { noun }, context))
          .map((attribute) => ({ attribute, greatest: greatest ?? true }))
      : bestOf(degreeOf(adjective), all).map((each) =>
          greatest === false ? { ...each, greatest: !each.greatest } : each,
        );
  const asked = adjective ?? noun?.text ?? "";
  if (found.length === 0) context.notes.push({ reason: `No attribute fits "${asked}".`, words: [asked] });
  return Promise.all(
    found.slice(0, MOST_ATTRIBUTES).map(async (each) => ({
      ...resolved,
      node: extremeNode(resolved.node, each, asked),
      assumptions: await withCoverage(resolved, each, asked, context),
    })),
  );
}

function extremeNode(
  of: Node,
  { attribute, greatest }: { attribute: Attribute; greatest: boolean },
  asked: string,
): Node {
  const op = greatest ? "argmax" : "argmin";
  return {
    kind: "extreme",
    of,
    attribute,
    greatest,
    asked,
    program: { op, of: of.program, attribute: attribute.path },
  };
}

async function withCoverage(
  { node, assumptions }: Resolved,
  { attribute, greatest }: { attribute: Attribute; greatest: boolean },
  asked: string,
  { graph }: ResolveContext,
): Promise<readonly string[]> {
  const { size } = await graph.summarize(node.program);
  const { members } = attribute.facts;
  const which = `"${asked}" was read as the ${greatest ? "greatest" : "least"} ${attribute.text}`;
  return [...assumptions, members < size ? `${which}, which ${members} of ${size} have.` : `${which}.`];
}

/** Attributes that the adjective is about: of the first name on its list that any has. */
function bestOf(
  degrees: readonly Degree[],
  all: readonly Attribute[],
): { readonly attribute: Attribute; readonly greatest: boolean }[] {
  for (const { attributes, greatest } of degrees) {
    for (const name of attributes) {
      const named = all.filter((each) => keysOfPath(each).includes(name));
      if (named.length > 0) return named.map((attribute) => ({ attribute, greatest }));
    }
  }
  return [];
}

function keysOfPath({ local, label }: Attribute): readonly string[] {
  return [local, label]
    .filter((name) => name !== "")
    .map((name) => phraseKey(nameWords(propertyName(name))).replace(/^(?:have|be) /u, ""));
}

/** The attribute's own noun, the verb that happens then, or, where nothing is said, the only date. */
function isMeant(
  attribute: Attribute,
  { noun, verb }: Compare["attribute"],
  { senseOf }: ResolveContext,
): boolean {
  const sense = senseOf(attribute);
  if (noun !== undefined) return sense.nouns.has(noun.key);
  if (attribute.facts.kind !== "date" && !isYear(attribute)) return false;
  if (verb === undefined) return true;
  return sense.asked.has(`when ${verb.key}`) || sense.subjectOf.has(verb.key);
}

function isYear({ local, label }: Attribute): boolean {
  return nameWords(`${local} ${label}`).some((word) => word === "year" || word === "date");
}

function termFor({ facts }: Attribute, value: string) {
  return facts.kind === "number" ? numberTerm(value) : dateTerm(value);
}

function turned(comparison: Compare["comparison"]): Compare["comparison"] {
  const pairs: Readonly<Partial<Record<Compare["comparison"], Compare["comparison"]>>> = {
    "<": ">",
    ">": "<",
    "<=": ">=",
    ">=": "<=",
  };
  return pairs[comparison] ?? comparison;
}

const BY_KIND = 0.02;
const UNKNOWN_KIND = 0.15;
const MOST_CLASSES = 3;

/** The set as far as the noun fits it: as the relation's own word, as a class, as a generic noun. Nothing where it does not. */
async function fitNoun(
  resolved: Resolved,
  noun: Noun,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const { ends } = resolved;
  if (ends.some(({ nouns }) => nouns.has(noun.key))) return [resolved];
  const classes = (context.known.classes.get(noun.key) ?? []).slice(0, MOST_CLASSES);
  const kept: Resolved[] = [];
  for (const each of classes) kept.push(...(await withinClass(resolved, each, context)));
  if (kept.length > 0 || classes.length > 0) {
    if (kept.length === 0)
      context.notes.push({
        reason: `None of what the other words lead to is called "${noun.text}".`,
        words: [noun.text],
      });
    return kept;
  }
  const kind = singular(noun.text);
  const told = ends
    .map((end) => end.ends)
    .join(" ")
    .trim();
  if (kindsOf(kind).length > 0 || kind === "one") {
    if (kindFits(kind, told)) return [{ ...resolved, cost: resolved.cost + BY_KIND }];
    const untyped = context.known.classes.size === 0;
    if (untyped && told === "") {
      const said = `The data does not say what kind of things these are; they were taken for "${noun.text}".`;
      return [
        { ...resolved, cost: resolved.cost + UNKNOWN_KIND, assumptions: [...resolved.assumptions, said] },
      ];
    }
  }
  const called = await allCalled(noun, { ...context, notes: [] });
  const both = called.map((each) => ({
    ...resolved,
    node: setNode("intersection", resolved.node, each.node),
    cost: resolved.cost + each.cost,
    assumptions: [...resolved.assumptions, ...each.assumptions],
  }));
  if (both.length > 0) return both;
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
  const { program } = resolved.node;
  const summary = await graph.summarize(program);
  // What is empty is told as such in the end.
  if (summary.size === 0) return [resolved];
  if (summary.kind !== "entities" && summary.kind !== "mixed") return [];
  const own = summary.classes.find((each) => each.class === of.iri);
  if (own?.count === summary.size) return [resolved];
  const narrowed = setNode("intersection", resolved.node, instancesNode(of));
  const { size } = await graph.summarize(narrowed.program);
  if (size === 0) return [];
  return size === summary.size ? [resolved] : [{ ...resolved, node: narrowed }];
}

const MOST = 8;
/** What cannot be meant falls away only when the other words are read. */
const MOST_NAMED = 24;
const NOT_ASKED = 0.2;
const COST = { alias: 0.02, folded: 0, typo: 0.05, several: 0 } as const;

/** All sets that a phrase may mean, cheapest first, at most eight; of a name alone, all that have it. */
export async function resolvePhrase(phrase: Phrase, context: ResolveContext): Promise<readonly Resolved[]> {
  const found = await readings(phrase, context);
  return [...found].sort((a, b) => a.cost - b.cost).slice(0, phrase.is === "name" ? MOST_NAMED : MOST);
}

async function readings(phrase: Phrase, context: ResolveContext): Promise<readonly Resolved[]> {
  switch (phrase.is) {
    case "name":
      return named(phrase, context);
    case "things":
      return things(phrase, context);
    case "how-many":
      return howMany(phrase.of, context);
    case "measure":
      return measure(phrase, context);
    case "either":
      return either(phrase.of, context);
    case "both":
    case "date":
    case "number":
      return [];
  }
}

async function named(
  { readings: all, called, text }: Extract<Phrase, { is: "name" }>,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const found = all.map(
    ({ term, name, alias, tier }): Resolved => ({
      node: nameNode(term, name, text),
      cost: (alias ? COST.alias : 0) + (tier === "typo" ? COST.typo : 0),
      ends: [],
      assumptions: tier === "typo" || tier === "part" ? [`"${text}" was read as "${name}".`] : [],
      ...(called === undefined ? {} : { called: called.key }),
    }),
  );
  const classes = called === undefined ? [] : (context.known.classes.get(called.key) ?? []);
  if (classes.length === 0) return found;
  const fitting: Resolved[] = [];
  for (const each of found) {
    for (const of of classes) {
      const both = setNode("intersection", each.node, instancesNode(of));
      if (context.spend() && (await context.graph.summarize(both.program)).size > 0) {
        fitting.push(each);
        break;
      }
    }
  }
  return fitting;
}

async function either(all: readonly Phrase[], context: ResolveContext): Promise<readonly Resolved[]> {
  let found: readonly Resolved[] | undefined;
  for (const each of all) {
    const next = await resolvePhrase(each, context);
    found = found === undefined ? next : combined("union", found, next);
  }
  return found ?? [];
}

async function things(phrase: Things, context: ResolveContext): Promise<readonly Resolved[]> {
  let found = await base(phrase, context);
  for (const condition of phrase.that) {
    if (condition.by === "sex") found = await ofSex(found, condition.sex, context);
    if (condition.by === "not") found = await without(found, { ...phrase, that: condition.that }, context);
    if (condition.by === "except") found = found.map((each) => withoutNames(each, condition.it));
    if (condition.by === "compare") {
      found = (await Promise.all(found.map((each) => compared(each, condition, context)))).flat();
    }
  }
  if (phrase.extreme) {
    const { extreme } = phrase;
    found = (await Promise.all(found.map((each) => extremeOf(each, extreme, context)))).flat();
  }
  return found;
}

/** Those that are not what the other phrase says; cheapest with cheapest. */
async function without(
  found: readonly Resolved[],
  those: Things,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const { extreme: _, ...plain } = those;
  return combined("difference", found, await resolvePhrase(plain, context));
}

/** Conditions that are applied to what the others gave. */
const AFTERWARDS: ReadonlySet<string> = new Set(["except", "compare", "not", "sex"]);
const PLACES = ["place", "city", "country", "region"];

/** What the relations say, before anything is compared; all of a class where they say nothing. */
async function base({ noun, asked, that }: Things, context: ResolveContext): Promise<readonly Resolved[]> {
  const relations = that.filter(({ by }) => !AFTERWARDS.has(by));
  if (relations.length === 0) return noun === undefined ? [] : allCalled(noun, context);
  let found: readonly Resolved[] | undefined;
  for (const condition of relations) {
    const next = await resolveCondition(condition, noun, (inner) => resolvePhrase(inner, context), context);
    found = found === undefined ? next : combined("intersection", found, next);
    if (found.length === 0) return [];
  }
  const all = found ?? [];
  if (asked === "place") {
    return all.filter(({ ends }) => ends.some((end) => PLACES.some((place) => kindFits(place, end.ends))));
  }
  if (asked === "person") {
    return Promise.all(
      all.map(async (each) => ({ ...each, cost: each.cost + (await notPersons(each, context)) })),
    );
  }
  if (noun === undefined) return all;
  return (await Promise.all(all.map((each) => fitNoun(each, noun, context)))).flat();
}

function combined(
  op: "intersection" | "union" | "difference",
  left: readonly Resolved[],
  right: readonly Resolved[],
): readonly Resolved[] {
  return left
    .flatMap((a) =>
      right.map((b) => ({
        node: setNode(op, a.node, b.node),
        cost: a.cost + b.cost,
        ends: op === "difference" ? a.ends : [...a.ends, ...b.ends],
        assumptions: [...new Set([...a.assumptions, ...b.assumptions])],
      })),
    )
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MOST);
}

/** "Who" asks for persons; companies and bands are asked for so, too. */
async function notPersons({ node, ends }: Resolved, { graph }: ResolveContext): Promise<number> {
  const end = node.kind === "follow" ? node.path.facts.end : undefined;
  if (end !== undefined && end.kind !== "entities" && end.kind !== "none") return NOT_ASKED;
  const told = ends
    .map((each) => each.ends)
    .join(" ")
    .trim();
  const [name = ""] = end?.class === undefined ? [] : await graph.iriNames([end.class]);
  const kinds = told === "" ? kindsOf(name).join(" ") : told;
  if (told === "" && name !== "" && kinds === "") return NOT_ASKED;
  return kinds === "" || ["person", "company", "team"].some((kind) => kindFits(kind, kinds)) ? 0 : NOT_ASKED;
}

async function howMany(of: Phrase, context: ResolveContext): Promise<readonly Resolved[]> {
  const found = await resolvePhrase(of, context);
  const counted = await Promise.all(
    found.map(async (each): Promise<Resolved> => {
      const { kind } = await context.graph.summarize(each.node.program);
      // "How many inhabitants": the number is what is stored.
      const stored = each.node.kind === "follow" && (kind === "numbers" || kind === "none");
      return stored ? each : { ...each, node: countNode(each.node) };
    }),
  );
  return counted;
}

async function measure(
  { adjective, of }: Extract<Phrase, { is: "measure" }>,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const found: Resolved[] = [];
  for (const from of await resolvePhrase(of, context)) {
    const fitting = bestOf(
      degreeOf(adjective).filter(({ greatest }) => greatest),
      await context.attributesOf(from.node),
    );
    const names = fitting.map(({ attribute }) => attribute.text);
    const meant = (await context.relationsOf(from.node)).filter(({ path }) => names.includes(path.text));
    found.push(...meant.map((each) => followed(from, each, 0.02, adjective)));
  }
  if (found.length === 0)
    context.notes.push({ reason: `No attribute fits "${adjective}".`, words: [adjective] });
  return found;
}
