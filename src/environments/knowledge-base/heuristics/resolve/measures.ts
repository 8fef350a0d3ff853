import { nameWords } from "../../../../util/name-words.ts";
import type { NamedPath } from "../../access/path-names.ts";
import type { AttributeFacts } from "../../store/triple-store.ts";
import type { Literal } from "../../term/term.ts";
import { dateAfter, dateTerm, numberTerm } from "../../tools/subject.ts";
import type { Condition, Extreme } from "../grammar/phrase.ts";
import { propertyName } from "../lexicon/property-name.ts";
import { type Degree, degreeOf } from "../lexicon/scales.ts";
import { phraseKey } from "../question/word-key.ts";
import type { Node } from "./node.ts";
import type { ResolveContext, Resolved } from "./resolve-context.ts";

type Attribute = NamedPath<AttributeFacts>;
/** More attributes of one word are too many to tell apart. */
const MOST_ATTRIBUTES = 4;

type Compare = Extract<Condition, { by: "compare" }>;

/** The set with only those whose attribute compares so; nothing where the attribute is not plain. */
export async function compared(
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
export async function extremeOf(
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
export function bestOf(
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
