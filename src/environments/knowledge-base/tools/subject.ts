import { toldName } from "../../../environment/egress/egress-scope.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { identifierOf } from "../access/term-name.ts";
import type { LinkedName, Variable } from "../knowledge-base-state.ts";
import type { Program } from "../program/program.ts";
import { termNotation } from "../program/term-notation.ts";
import type { Term } from "../term/term.ts";
import { termText } from "../term/term-text.ts";
import { entityNamed } from "./entity-named.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";
import { valueWritten } from "./value-subject.ts";

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

export type Resolved =
  | { readonly subject: Subject; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly subject?: never };

/** The variable or entity that is written: `#0`, an identifier, or a name that exactly one entity has. */
export async function resolveSubject(
  written: string,
  argument: string,
  call: ToolCall,
  needed: readonly string[] = [],
): Promise<Resolved> {
  const text = written
    .trim()
    .replace(/^(["'`])(.*)\1$/su, "$2")
    .trim();
  const index = /^(?:variable\s*)?#\s*(\d+)$/iu.exec(text)?.[1];
  if (index !== undefined) return variableAt(Number(index), text, argument, call, needed);
  const found = await entityNamed(text, argument, call);
  if (found.failure) return (await valueSubject(written, found.failure, call)) ?? found;
  const { term, linked } = found;
  const [title = text] = await call.graph.termNames([term]);
  return {
    subject: {
      key: termText(term),
      argument: identifierOf(term, call.services.names),
      title: toldName(title),
      program: { op: "terms", terms: [term] },
      term,
      ...(linked === undefined ? {} : { linked }),
    },
  };
}

/** Where nothing has that name, the value that is written. */
async function valueSubject(
  written: string,
  { code }: ToolFailure,
  call: ToolCall,
): Promise<Resolved | undefined> {
  const term = code === "unknown-entity" ? await valueWritten(written, call) : undefined;
  if (term === undefined) return undefined;
  const argument = termNotation(term, call.services.names);
  return {
    subject: {
      key: termText(term),
      argument,
      title: argument,
      program: { op: "terms", terms: [term] },
      term,
    },
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
  { state }: ToolCall,
  needed: readonly string[],
): Resolved {
  const variable = state.variables[index];
  if (variable) return { subject: variableSubject(index, variable) };
  const { length } = state.variables;
  if (length === 0) {
    const then = needed.length === 0 ? "" : ` After that comes ${needed.join(", ")}.`;
    return {
      failure: {
        code: "prerequisite-missing",
        message: `There is no variable yet: get_neighbors (after get_relations) or instances makes one.${then}`,
        part: { argument, text },
        suggestions: [],
      },
    };
  }
  const names = state.variables.map((_, at) => `#${at}`);
  return {
    failure: {
      code: "unknown-variable",
      message: `There is no variable ${text}. There ${length === 1 ? "is" : "are"}: ${names.join(", ")}.`,
      part: { argument, text },
      suggestions: [{ text: `#${length - 1}`, replaces: text, reason: "the newest" }],
    },
  };
}
