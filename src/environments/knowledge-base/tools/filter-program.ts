import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import { plainName } from "../access/term-name.ts";
import type { LinkedName } from "../knowledge-base-state.ts";
import type { Comparison, Program } from "../program/program.ts";
import type { AttributeFacts } from "../store/triple-store.ts";
import { type Literal, literal, type Term } from "../term/term.ts";
import { callText } from "./call-text.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";
import type { ReadableAttribute } from "./readable-attribute.ts";
import type { Subject } from "./subject.ts";
import { dateAfter, dateTerm, numberTerm } from "./value-term.ts";
import { valuesNamed } from "./values-named.ts";

export interface Condition {
  readonly subject: Subject;
  readonly attribute: ReadableAttribute;
  readonly comparison: Comparison;
  readonly value: string;
}

export type FilterMade =
  | {
      readonly program: Program;
      readonly notes: readonly Finding[];
      readonly whyEmpty: Finding;
      readonly linked?: LinkedName;
      readonly failure?: never;
    }
  | { readonly failure: ToolFailure; readonly program?: never };

/** The condition as a program, its value typed by what the attribute holds. */
export async function filterProgram(condition: Condition, call: ToolCall): Promise<FilterMade> {
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
  if (comparison !== "=" && comparison !== "!=") return { failure: noSuchValue(condition, call) };
  if (attribute.values.length > 0 && attribute.relation?.end.kind !== "mixed") {
    return { failure: noSuchValue(condition, call) };
  }
  const named = await valuesNamed(value, condition, call);
  if (named.failure) return named;
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

function noSuchValue(condition: Condition, call: ToolCall): ToolFailure {
  const { attribute, comparison, value } = condition;
  const range = rangeText(condition, call);
  const message =
    range === ""
      ? `${attribute.text} has no numbers or dates; it can be compared with =, != and contains only.`
      : `${attribute.text} holds ${range}; "${value}" cannot be compared with them by ${comparison}.`;
  return { code: "type-mismatch", message, part: { argument: "value", text: value }, suggestions: [] };
}
