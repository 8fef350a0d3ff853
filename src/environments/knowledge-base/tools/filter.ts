import { z } from "zod";
import { Refusal } from "../../../environment/refusal.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { identifierOf, plainName } from "../access/term-name.ts";
import { type Comparison, type Program, walked } from "../program/program.ts";
import { type Literal, literal, type Term } from "../term/term.ts";
import type { AttributeFacts } from "../triple-store/triple-store.ts";
import { callText, defineTool, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
import { type ReadableAttribute, readableAttribute } from "./listed-path.ts";
import { newVariable, VARIABLE_OUTPUT } from "./new-variable.ts";
import { dateAfter, dateTerm, numberTerm, resolveSubject, type Subject } from "./subject.ts";

const WORDS: Readonly<Record<Comparison, string>> = {
  "=": "= == eq is equals equal equal_to equals_to same_as in on",
  "!=": "!= <> ≠ ne neq not is_not not_equal not_equal_to not_equals other_than",
  "<": "< lt less less_than below under before earlier earlier_than fewer fewer_than smaller smaller_than shorter_than younger_than",
  "<=": "<= =< ≤ le lte at_most less_or_equal less_than_or_equal less_than_or_equal_to up_to until no_more_than not_after maximum max",
  ">": "> gt greater greater_than above over after later later_than more more_than larger larger_than longer_than bigger_than older_than since_after exceeds",
  ">=": ">= => ≥ ge gte at_least greater_or_equal greater_than_or_equal greater_than_or_equal_to from since no_less_than not_before not_less_than minimum min",
  contains: "contains contain like includes include has matches containing",
};

const BY_WORD: ReadonlyMap<string, Comparison> = new Map(
  (Object.entries(WORDS) as [Comparison, string][]).flatMap(([comparison, words]) =>
    words.split(" ").map((word): [string, Comparison] => [word, comparison]),
  ),
);

export const COMPARISONS: readonly Comparison[] = ["=", "!=", "<", "<=", ">", ">=", "contains"];

/** The comparison that a sign, an S-expression's word or an English one stands for. */
function readComparison(written: string): Comparison | undefined {
  const word = written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, "_")
    .replace(/^is_(?!not\b)(?=\w)/u, "");
  return BY_WORD.get(word);
}

/** Values of one attribute that are looked through for a text. */
const MOST_VALUES = 5000;

interface Named {
  readonly terms: readonly Term[];
  readonly whyEmpty: Finding;
}

/**
 * The texts and entities among an attribute's values that are called so: by identifier, else exactly, else but for case and accents.
 * One text in several languages is several terms.
 */
async function valuesNamed(
  written: string,
  { subject, attribute }: { readonly subject: Subject; readonly attribute: ReadableAttribute },
  { graph, services }: ToolCall,
): Promise<Named> {
  const { terms, complete } = await graph.members(walked(subject.program, attribute.path), MOST_VALUES);
  const names = await graph.termNames(terms);
  const fitting = (fits: (name: string, term: Term) => boolean): readonly Term[] =>
    terms.filter((term, at) => fits(names[at] ?? "", term));
  const wanted = services.names.iri(written);
  const tiers = [
    fitting(
      (_, term) =>
        identifierOf(term, services.names) === written || (term.kind === "iri" && term.value === wanted),
    ),
    fitting((name) => name === written),
    fitting((name) => foldText(name) === foldText(written)),
  ];
  const found = tiers.find((tier) => tier.length > 0) ?? [];
  if (found.length === 0 && !complete) {
    throw new Refusal(
      "too-large",
      `${attribute.text} has more than ${MOST_VALUES} values, and "${written}" is not among the first of them. Narrow the variable, or give the identifier.`,
      { argument: "value", text: written },
    );
  }
  const near = nearestNames(written, [...new Set(names)], { limit: 3 });
  return {
    terms: found,
    whyEmpty: {
      code: "value-not-found",
      message: `"${written}" is not among the values of ${attribute.text}.`,
      suggestions: near.map(({ name }) => ({ text: name, replaces: written })),
    },
  };
}

interface Condition {
  readonly subject: Subject;
  readonly attribute: ReadableAttribute;
  readonly comparison: Comparison;
  readonly value: string;
}

interface FilterMade {
  readonly program: Program;
  readonly notes: readonly Finding[];
  readonly whyEmpty: Finding;
}

/** The condition as a program, its value typed by what the attribute holds. @throws Refusal */
async function filterProgram(condition: Condition, call: ToolCall): Promise<FilterMade> {
  const { attribute, comparison, value } = condition;
  const compare = (by: Comparison, term: Term, of = condition.subject.program): Program => ({
    op: "filter",
    of,
    attribute: attribute.path,
    comparison: by,
    value: term,
  });
  const [numbers, dates] = (["number", "date"] as const).map((kind) =>
    attribute.values.find((each) => each.kind === kind),
  );
  const made = (
    program: Program,
    notes: readonly Finding[] = [],
    why = whyEmpty(condition, call),
  ): FilterMade => ({ program, notes, whyEmpty: why });
  if (comparison === "contains") return made(compare("contains", literal(value)));
  const number = numbers && numberTerm(value);
  const date = dates && dateTerm(value);
  // A year is a number, too: where an attribute has both, what most members have is meant.
  if (number && !(date && dates.members > numbers.members)) return made(compare(comparison, number));
  if (dates && date) return made(...dateCondition(date, dates, condition, compare));
  const isOrdered = attribute.values.length > 0 && attribute.relation?.end.kind !== "mixed";
  if (isOrdered || (comparison !== "=" && comparison !== "!=")) throw noSuchValue(condition, call);
  const named = await valuesNamed(value, condition, call);
  const [first, ...rest] = named.terms.map((term) => compare("=", term));
  if (first === undefined) return made(compare(comparison, literal(value)), [], named.whyEmpty);
  const any = rest.reduce((left, right): Program => ({ op: "union", left, right }), first);
  return named.terms.length === 1
    ? made(compare(comparison, named.terms[0] as Term))
    : made(comparison === "=" ? any : { op: "difference", left: condition.subject.program, right: any });
}

/**
 * Dates compare as text, so that `= 1999` on full dates would find nothing: it becomes "from 1999 on and before 2000". A member with one date
 * before and one after passes that, too.
 */
function dateCondition(
  date: Literal,
  { least, greatest }: AttributeFacts,
  { comparison, attribute, subject }: Condition,
  compare: (by: Comparison, term: Term, of?: Program) => Program,
): readonly [program: Program, notes: readonly Finding[]] {
  const finer = [least, greatest].some(
    (end) => end.kind === "literal" && end.value.length > date.value.length,
  );
  const next = finer ? dateAfter(date) : undefined;
  if (next === undefined) return [compare(comparison, date), []];
  if (comparison === "=") return [compare("<", next, compare(">=", date)), []];
  if (comparison === "!=") {
    return [{ op: "union", left: compare("<", date), right: compare(">=", next) }, []];
  }
  if (comparison === "<" || comparison === ">=") return [compare(comparison, date), []];
  const [other, effect] = comparison === ">" ? [">=", "counted in"] : ["<", "left out"];
  const text = callText("filter", {
    variable: subject.argument,
    attribute: attribute.text,
    comparison: other,
    value: next.value,
  });
  const message = `Dates within ${date.value} count as later than ${date.value} and are ${effect} here.`;
  return [compare(comparison, date), [{ code: "date-format-mismatch", message, suggestions: [{ text }] }]];
}

function rangeText({ attribute }: Condition, { services }: ToolCall): string {
  return attribute.values
    .map(({ least, greatest, kind }) => {
      const [from, to] = [plainName(least, services.names), plainName(greatest, services.names)];
      return `${kind}s from ${from} to ${to}`;
    })
    .join(" and ");
}

function whyEmpty(condition: Condition, call: ToolCall): Finding {
  const { subject, attribute, comparison, value } = condition;
  const range = rangeText(condition, call);
  const members = attribute.values.reduce((most, each) => Math.max(most, each.members), 0);
  const holds = range === "" ? "" : ` It holds ${range}${members > 0 ? `, in ${members} members` : ""}.`;
  const message = `No member of ${subject.title} has ${attribute.text} ${comparison} ${value}.${holds}`;
  return { code: "empty-result", message, suggestions: [] };
}

function noSuchValue(condition: Condition, call: ToolCall): Refusal {
  const { attribute, comparison, value } = condition;
  const range = rangeText(condition, call);
  const message =
    range === ""
      ? `${attribute.text} has no numbers or dates; it can be compared with =, != and contains only.`
      : `${attribute.text} holds ${range}; "${value}" cannot be compared with them by ${comparison}.`;
  return new Refusal("type-mismatch", message, { argument: "value", text: value });
}

export const filter = defineTool({
  name: "filter",
  description:
    "Members whose attribute compares so with a value (=, !=, <, <=, >, >=, contains), as a new variable. Dates: 1999-05-01 is > 1999, and = 1999 is the whole year. After get_attributes, or get_relations for texts and entities.",
  group: "functional",
  input: z.strictObject({
    variable: z.string(),
    attribute: z.string(),
    comparison: z.string(),
    value: z.string(),
  }),
  output: VARIABLE_OUTPUT,
  async run({ variable, attribute, comparison: sign, value }, call): Promise<ToolOutcome> {
    const comparison = readComparison(sign);
    if (comparison === undefined)
      throw new Refusal(
        "invalid-arguments",
        `"${sign}" is no comparison; there are ${COMPARISONS.join(", ")}.`,
        { argument: "comparison", text: sign },
      );
    const subject = await resolveSubject(variable, "variable", call, ["get_attributes", "filter"]);
    const read = await readableAttribute(attribute, subject, call);
    const { program, notes, whyEmpty } = await filterProgram(
      { subject, attribute: read, comparison, value },
      call,
    );
    const given = { variable: subject, attribute: read.text, comparison, value };
    return newVariable("filter", program, given, call, {
      findings: async ({ size }) => ({ notes, warnings: size > 0 ? [] : [whyEmpty] }),
    });
  },
});
