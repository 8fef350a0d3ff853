import { z } from "zod";
import { joined, type Marked, ownText, redacted, say, written } from "../../../environment/egress/marks.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { type Comparison, type Program, walked } from "../program/program.ts";
import { type Literal, literal, type Term } from "../term/term.ts";
import type { AttributeFacts } from "../triple-store/triple-store.ts";
import { identifierOf, plainName } from "../vocabulary/names.ts";
import { defineTool, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
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

/** Reads a comparison from a sign, an S-expression keyword or an English word. */
function readComparison(sign: string): Comparison | undefined {
  const word = sign
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, "_")
    .replace(/^is_(?!not\b)(?=\w)/u, "");
  return BY_WORD.get(word);
}

/** Values of one attribute that are searched for a text. */
const MOST_VALUES = 5000;

interface Named {
  readonly terms: readonly Term[];
  readonly whyEmpty: MarkedFinding;
}

/**
 * Texts and entities among an attribute's values that match a name: by identifier, else exactly, else ignoring case and accents.
 * One text in several languages is several terms.
 */
async function valuesNamed(
  called: string,
  { subject, attribute }: { readonly subject: Subject; readonly attribute: ReadableAttribute },
  { graph, services }: ToolCall,
): Promise<Named> {
  const { terms, complete } = await graph.members(walked(subject.program, attribute.path), MOST_VALUES);
  const names = await graph.termNames(terms);
  const fitting = (fits: (name: string, term: Term) => boolean): readonly Term[] =>
    terms.filter((term, at) => fits(names[at] ?? "", term));
  const wanted = services.names.iri(called);
  const tiers = [
    fitting(
      (_, term) =>
        identifierOf(term, services.names) === called || (term.kind === "iri" && term.value === wanted),
    ),
    fitting((name) => name === called),
    fitting((name) => foldText(name) === foldText(called)),
  ];
  const found = tiers.find((tier) => tier.length > 0) ?? [];
  if (found.length === 0 && !complete) {
    throw new Refusal(
      "too-large",
      say`${attribute.text} has more than ${MOST_VALUES} values, and "${written(called)}" is not among the first of them. Narrow the variable, or give the identifier.`,
      { argument: "value", text: called },
    );
  }
  const near = nearestNames(called, [...new Set(names)], { limit: 3 });
  return {
    terms: found,
    whyEmpty: {
      code: "value-not-found",
      message: say`"${written(called)}" is not among the values of ${attribute.text}.`,
      suggestions: near.map(({ name }) => ({ text: written(name), replaces: called })),
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
  readonly whyEmpty: MarkedFinding;
}

/** The condition as a program. The kind of the attribute's values decides the type of the value. @throws Refusal */
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
  const made = (program: Program, why = whyEmpty(condition, call)): FilterMade => ({
    program,
    whyEmpty: why,
  });
  if (comparison === "contains") return made(compare("contains", literal(value)));
  const number = numbers && numberTerm(value);
  const date = dates && dateTerm(value);
  // A year is a number, too. If an attribute has numbers and dates, the more frequent kind is meant.
  if (number && !(date && dates.members > numbers.members)) return made(compare(comparison, number));
  if (dates && date) return made(dateCondition(date, dates, comparison, compare));
  const isOrdered = attribute.values.length > 0 && attribute.relation?.end.kind !== "mixed";
  if (isOrdered || (comparison !== "=" && comparison !== "!=")) throw noSuchValue(condition, call);
  const named = await valuesNamed(value, condition, call);
  const [first, ...rest] = named.terms.map((term) => compare("=", term));
  if (first === undefined) return made(compare(comparison, literal(value)), named.whyEmpty);
  const any = rest.reduce((left, right): Program => ({ op: "union", left, right }), first);
  return named.terms.length === 1
    ? made(compare(comparison, named.terms[0] as Term))
    : made(comparison === "=" ? any : { op: "difference", left: condition.subject.program, right: any });
}

/**
 * Dates compare as text, so that `= 1999` on full dates would find nothing: it becomes "from 1999 on and before 2000". A member with one date
 * after 1999 and another before 2000 passes, too.
 */
function dateCondition(
  date: Literal,
  { least, greatest }: AttributeFacts,
  comparison: Comparison,
  compare: (by: Comparison, term: Term, of?: Program) => Program,
): Program {
  const finer = [least, greatest].some(
    (end) => end.kind === "literal" && end.value.length > date.value.length,
  );
  const next = finer ? dateAfter(date) : undefined;
  if (next !== undefined && comparison === "=") return compare("<", next, compare(">=", date));
  if (next !== undefined && comparison === "!=")
    return { op: "union", left: compare("<", date), right: compare(">=", next) };
  return compare(comparison, date);
}

function rangeText({ attribute }: Condition, { services }: ToolCall): Marked {
  const ranges = attribute.values.map(({ least, greatest, kind }) => {
    const [from, to] = [
      redacted(plainName(least, services.names)),
      redacted(plainName(greatest, services.names)),
    ];
    return say`${ownText(kind)}s from ${from} to ${to}`;
  });
  return joined(ranges, " and ");
}

function whyEmpty(condition: Condition, call: ToolCall): MarkedFinding {
  const { subject, attribute, comparison, value } = condition;
  const range = rangeText(condition, call);
  const members = attribute.values.reduce((most, each) => Math.max(most, each.members), 0);
  const holds =
    range === "" ? "" : say` It holds ${range}${members > 0 ? say`, in ${members} members` : ""}.`;
  const message = say`No member of ${subject.title} has ${attribute.text} ${comparison} ${written(value)}.${holds}`;
  return { code: "empty-result", message, suggestions: [] };
}

function noSuchValue(condition: Condition, call: ToolCall): Refusal {
  const { attribute, comparison, value } = condition;
  const range = rangeText(condition, call);
  const message =
    range === ""
      ? say`${attribute.text} has no numbers or dates; it can be compared with =, != and contains only.`
      : say`${attribute.text} holds ${range}; "${written(value)}" cannot be compared with them by ${comparison}.`;
  return new Refusal("type-mismatch", message, { argument: "value", text: value });
}

export const filter = defineTool({
  name: "filter",
  description:
    "Members whose attribute or relation compares so with a value (=, !=, <, <=, >, >=, contains). Dates: 1999-05-01 is > 1999, and = 1999 is the whole year.",
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
        say`"${written(sign)}" is no comparison; there are ${ownText(COMPARISONS.join(", "))}.`,
        { argument: "comparison", text: sign },
      );
    const subject = await resolveSubject(variable, "variable", call, ["get_attributes", "filter"]);
    const read = await readableAttribute(attribute, subject, call);
    const { program, whyEmpty } = await filterProgram({ subject, attribute: read, comparison, value }, call);
    const given = { variable: subject, attribute: read.text, comparison, value };
    return newVariable("filter", program, given, call, {
      findings: async ({ size }) => ({ warnings: size > 0 ? [] : [whyEmpty] }),
    });
  },
});
