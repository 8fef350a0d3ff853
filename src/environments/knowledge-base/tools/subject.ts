import { toldName } from "../../../environment/egress/egress-scope.ts";
import { Refusal } from "../../../environment/refusal.ts";
import { identifierOf } from "../access/term-name.ts";
import type { LinkedName, Variable } from "../knowledge-base-state.ts";
import type { Program } from "../program/program.ts";
import { termNotation } from "../program/program-text.ts";
import { type Literal, literal, type Term, termText, XSD } from "../term/term.ts";
import { entityNamed } from "./entity-named.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";

/** `170`, `8.3`, `5,000`, `1.5e6` as a number literal. */
export function numberTerm(written: string): Literal | undefined {
  const plain = written.trim();
  const text = /^[+-]?\d{1,3}(?:[,_ ]\d{3})+(?:\.\d+)?$/u.test(plain) ? plain.replace(/[,_ ]/gu, "") : plain;
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(text)) return undefined;
  const type = /e/iu.test(text) ? "double" : /\./u.test(text) ? "decimal" : "integer";
  return literal(text, { datatype: XSD + type });
}

const DATE_TYPES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^-?\d{4,}$/u, "gYear"],
  [/^-?\d{4,}-\d{2}$/u, "gYearMonth"],
  [/^-?\d{4,}-\d{2}-\d{2}$/u, "date"],
  [/^-?\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}(:[\d.]+)?(Z|[+-]\d{2}:\d{2})?$/u, "dateTime"],
];

/** `1995`, `1995-11`, `1995-11-22` or a date with a time as a date literal. */
export function dateTerm(written: string): Literal | undefined {
  const text = written.trim().replace(/^(\d{4})[/.](\d{2})(?:[/.](\d{2}))?$/u, (_, ...parts: string[]) =>
    parts
      .slice(0, 3)
      .filter((part) => part !== undefined)
      .join("-"),
  );
  const type = DATE_TYPES.find(([pattern]) => pattern.test(text))?.[1];
  return type === undefined ? undefined : literal(text, { datatype: XSD + type });
}

/** The first date after a year, a month or a day, in the same form: `2000` after `1999`. Undefined for other forms. */
export function dateAfter({ value }: Literal): Literal | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/u.exec(value) ?? [];
  if (year === undefined) return undefined;
  if (month === undefined) return dateTerm(String(Number(year) + 1).padStart(4, "0"));
  const next = new Date(
    Date.UTC(
      Number(year),
      Number(month) - (day === undefined ? 0 : 1),
      day === undefined ? 1 : Number(day) + 1,
    ),
  );
  if (Number.isNaN(next.getTime())) return undefined;
  return dateTerm(next.toISOString().slice(0, day === undefined ? 7 : 10));
}

/**
 * The value that is written in quotes, as `"female"`, `"chat"@fr` or `"true"^^xsd:boolean`, where anything has it: questions start from values,
 * too ("films released in 1999"). Plain text is also looked for in the vocabulary's languages.
 */
async function valueWritten(written: string, call: ToolCall): Promise<Term | undefined> {
  const [, value, language, datatype] =
    /^"(.*)"(?:@([A-Za-z-]+)|\^\^<?([^<>]+)>?)?$/su.exec(written.trim()) ?? [];
  if (value === undefined) return undefined;
  const { names, store } = call.services;
  const candidates: readonly Term[] =
    language !== undefined
      ? [literal(value, { language: language.toLowerCase() })]
      : datatype !== undefined
        ? typed(value, names.iri(datatype) ?? datatype.replace(/^xsd:/u, XSD))
        : [
            literal(value),
            ...store.vocabulary.languages
              .filter((tag) => tag !== "")
              .map((tag) => literal(value, { language: tag })),
          ];
  for (const term of candidates) {
    const relations = await call.graph.relations({ op: "terms", terms: [term] });
    if (relations.length > 0) return term;
  }
  return undefined;
}

function typed(value: string, datatype: string): readonly Term[] {
  return datatype === `${XSD}string` ? [literal(value)] : [literal(value, { datatype })];
}

/** What an argument `variable` stands for: a variable of the workspace, or one entity. */
export interface Subject {
  /** As the workspace remembers it: `#3`, or the text of the entity's term. */
  readonly key: string;
  /** As it is written in calls: `#3`, or the entity's identifier. */
  readonly argument: string;
  /** As a person reads it: `#3`, or the entity's label. */
  readonly title: string;
  readonly program: Program;
  readonly variable?: Variable;
  readonly term?: Term;
  /** Where the entity was named by its label. */
  readonly linked?: LinkedName;
}

/**
 * The variable or entity that is written: `#0`, an identifier, or a name that exactly one entity has.
 * @throws Refusal
 */
export async function resolveSubject(
  written: string,
  argument: string,
  call: ToolCall,
  needed: readonly string[] = [],
): Promise<Subject> {
  const text = written
    .trim()
    .replace(/^(["'`])(.*)\1$/su, "$2")
    .trim();
  const index = /^(?:variable\s*)?#\s*(\d+)$/iu.exec(text)?.[1];
  if (index !== undefined) return variableAt(Number(index), text, argument, call, needed);
  const { names } = call.services;
  try {
    const { term, linked } = await entityNamed(text, argument, call);
    const [title = text] = await call.graph.termNames([term]);
    return termSubject(term, { argument: identifierOf(term, names), title: toldName(title), linked });
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.failure.code === "unknown-entity";
    const value = isUnknown ? await valueWritten(written, call) : undefined;
    if (value === undefined) throw error;
    const shown = termNotation(value, names);
    return termSubject(value, { argument: shown, title: shown });
  }
}

function termSubject(
  term: Term,
  { linked, ...shown }: Pick<Subject, "argument" | "title"> & { readonly linked?: LinkedName | undefined },
): Subject {
  return {
    key: termText(term),
    ...shown,
    program: { op: "terms", terms: [term] },
    term,
    ...(linked && { linked }),
  };
}

export function variableSubject(index: number, variable: Variable): Subject {
  const name = `#${index}`;
  return { key: name, argument: name, title: name, program: { op: "variable", index }, variable };
}

function variableAt(
  index: number,
  text: string,
  argument: string,
  { state: { variables } }: ToolCall,
  needed: readonly string[],
): Subject {
  const variable = variables[index];
  if (variable) return variableSubject(index, variable);
  const { length } = variables;
  if (length === 0) {
    const then = needed.length === 0 ? "" : ` After that comes ${needed.join(", ")}.`;
    throw new Refusal(
      "prerequisite-missing",
      `There is no variable yet: get_neighbors (after get_relations) or instances makes one.${then}`,
      { argument, text },
    );
  }
  const names = variables.map((_, at) => `#${at}`);
  throw new Refusal(
    "unknown-variable",
    `There is no variable ${text}. There ${length === 1 ? "is" : "are"}: ${names.join(", ")}.`,
    { argument, text },
    [{ text: `#${length - 1}`, replaces: text, reason: "the newest" }],
  );
}
