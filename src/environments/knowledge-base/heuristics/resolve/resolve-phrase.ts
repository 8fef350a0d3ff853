import type { KnownClass } from "../../access/known-classes.ts";
import type { Program } from "../../program/program.ts";
import type { Described, Name, Phrase, Word } from "../grammar/phrase.ts";
import { kindFits, kindsOf } from "../lexicon/kinds.ts";
import { resolveCondition } from "./resolve-condition.ts";
import { combined, type ResolveContext, type Resolved } from "./resolve-context.ts";

const MOST = 8;
/** High, because unlikely entities are excluded only when the other words are read. */
const MOST_NAMED = 24;
const MOST_CLASSES = 3;
const COST = { alias: 0.02, typo: 0.05, kind: 0.02, unknownKind: 0.15, notAsked: 0.2 } as const;

/** Sets that a phrase may mean, cheapest first, at most eight; for a name alone, at most 24. */
export async function resolvePhrase(phrase: Phrase, context: ResolveContext): Promise<readonly Resolved[]> {
  const found =
    phrase.is === "name"
      ? await named(phrase, context)
      : phrase.is === "described"
        ? await described(phrase, context)
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

/** The set that the conditions describe; all of a class if there are none. */
async function described(
  { noun, person, that }: Described,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  if (that.length === 0) return noun === undefined ? [] : allCalled(noun, context);
  let found: readonly Resolved[] | undefined;
  for (const condition of that) {
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

/** Cost of a set that does not answer "who": persons, companies and bands cost nothing. */
async function notPersons({ path, ends }: Resolved, { graph }: ResolveContext): Promise<number> {
  const end = path?.facts.end;
  if (end !== undefined && end.kind !== "entities" && end.kind !== "none") return COST.notAsked;
  const stated = statedKinds(ends);
  const [name = ""] = end?.class === undefined ? [] : await graph.iriNames([end.class]);
  const kinds = stated === "" ? kindsOf(name).join(" ") : stated;
  if (stated === "" && name !== "" && kinds === "") return COST.notAsked;
  return kinds === "" || ["person", "company", "team"].some((kind) => kindFits(kind, kinds))
    ? 0
    : COST.notAsked;
}

function statedKinds(ends: Resolved["ends"]): string {
  return ends
    .map((each) => each.ends)
    .join(" ")
    .trim();
}

/** Narrows the set to the noun: as the relation's own word, as a class, or as a generic noun. Empty if the noun does not fit. */
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
    const stated = statedKinds(ends);
    if (kindFits(noun.text, stated)) return [{ ...resolved, cost: cost + COST.kind }];
    if (stated === "" && context.known.classes.size === 0) {
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
  // Empty sets are reported later.
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
      // "How many inhabitants": the stored value is the number itself.
      const stored = each.path !== undefined && (kind === "numbers" || kind === "none");
      return stored ? each : { ...each, program: { op: "count", of: each.program }, path: undefined };
    }),
  );
}
