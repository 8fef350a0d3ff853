import { nameWords } from "../../../../util/name-words.ts";
import type { NamedPath } from "../../access/path-names.ts";
import type { AttributeFacts } from "../../store/triple-store.ts";
import type { Literal } from "../../term/term.ts";
import { dateAfter, dateTerm, numberTerm } from "../../tools/value-term.ts";
import type { Condition, Extreme } from "../grammar/phrase.ts";
import { propertyName } from "../lexicon/property-name.ts";
import { type Degree, degreeOf } from "../lexicon/scales.ts";
import { phraseKey } from "../question/word-key.ts";
import type { Node } from "./node.ts";
import type { ResolveContext, Resolved } from "./resolve-context.ts";

type Attribute = NamedPath<AttributeFacts>;
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
  const [only] = typed;
  if (!only || typed.length > 1) {
    const words = [asked.adjective ?? asked.noun?.text ?? asked.verb?.text ?? "", value].filter(
      (word) => word !== "",
    );
    const names = typed.map(({ attribute }) => attribute.text).join(", ");
    const reason = only
      ? `"${words.join(" ")}" can be about ${names}.`
      : `No attribute fits "${words.join(" ")}".`;
    context.notes.push({ reason, words });
    return [];
  }
  const sign = only.greatest ? comparison : turned(comparison);
  const term = termFor(only.attribute, value);
  if (term === undefined) return [];
  const bounds = boundsOf(only.attribute, sign, term);
  return [
    { ...resolved, node: bounds.reduce((of, bound) => filterNode(of, only.attribute, bound), resolved.node) },
  ];
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

function filterNode(of: Node, attribute: Attribute, { comparison, term }: Bound): Node {
  return {
    kind: "filter",
    of,
    attribute,
    comparison,
    value: term,
    written: term.value,
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
  const [only] = found;
  if (!only || found.length > 1) {
    const names = found.map(({ attribute }) => attribute.text).join(", ");
    const reason = only ? `"${asked}" can be about ${names}.` : `No attribute fits "${asked}".`;
    context.notes.push({ reason, words: [asked] });
    return [];
  }
  return [
    {
      ...resolved,
      node: extremeNode(resolved.node, only, asked),
      assumptions: await withCoverage(resolved, only, asked, context),
    },
  ];
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
