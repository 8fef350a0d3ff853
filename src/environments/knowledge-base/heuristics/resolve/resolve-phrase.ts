import type { Phrase, Things } from "../grammar/phrase.ts";
import { kindFits, kindsOf } from "../lexicon/kinds.ts";
import { degreeOf } from "../lexicon/scales.ts";
import { allCalled } from "./all-called.ts";
import { ofSex } from "./by-sex.ts";
import { fitNoun } from "./fit-noun.ts";
import { followed } from "./follow-words.ts";
import { bestOf, compared, extremeOf } from "./measures.ts";
import { countNode, instancesNode, nameNode, setNode } from "./node.ts";
import { resolveCondition, withoutNames } from "./resolve-condition.ts";
import type { ResolveContext, Resolved } from "./resolve-context.ts";

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
