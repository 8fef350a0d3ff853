import { iri, literal, type Term } from "../term/term.ts";
import type { Names } from "../vocabulary/names.ts";
import { actionText, invalid, readActionText } from "./action-text.ts";
import { type ClassTest, noClasses } from "./class-test.ts";
import type { Comparison, Program, Step } from "./program.ts";
import { readSExpression } from "./read-s-expression.ts";
import type { ToolUse } from "./take-apart.ts";
import { plainValue, readTerm } from "./term-notation.ts";
import { walked } from "./walked-back.ts";

/** Calls that look around and make no variable. */
const NAVIGATING = new Set([
  "get_relations",
  "get_attributes",
  "find_entities",
  "find_classes",
  "describe",
  "get_path",
]);
const COMPARISONS = new Set<string>(["=", "!=", "<", "<=", ">", ">=", "contains"] satisfies Comparison[]);

export interface ReplayOptions {
  /** Which names mean classes where a set is expected; the same as for `parseProgram`. */
  readonly isClass?: ClassTest;
  /** Which variable is handed in (`#3`); the last one without it. */
  readonly claim?: string;
}

/**
 * The program that a list of KBQA-Agent calls builds (`["get_relations(m.0c1)", "get_neighbors(m.0c1,film.film.genre)", …]`); it may end with
 * `Final Answer: #n`. Only calls that make a variable are counted in the numbers of variables. Sets used several times are one object.
 *
 * @throws FuxiError `data-invalid`
 */
export function actionsToProgram(
  actions: readonly string[],
  names: Names,
  options: ReplayOptions = {},
): Program {
  const ending = /^\s*Final Answer:\s*(#\d+)\s*$/iu.exec(actions.at(-1) ?? "")?.[1];
  const calls = (ending === undefined ? actions : actions.slice(0, -1)).map(readActionText);
  return replayActions(calls, names, ending === undefined ? options : { ...options, claim: ending });
}

/** As `actionsToProgram`, for calls with named arguments. @throws FuxiError `data-invalid` */
export function replayActions(
  actions: readonly ToolUse[],
  names: Names,
  { isClass = noClasses, claim }: ReplayOptions = {},
): Program {
  const variables: Program[] = [];
  for (const action of actions) {
    if (NAVIGATING.has(action.tool)) continue;
    variables.push(made(new Reader(action, variables, names, isClass)));
  }
  const program = claim === undefined ? variables.at(-1) : variables[Number(claim.slice(1))];
  if (program === undefined) throw invalid(claim ?? "", "there is no such variable");
  return program;
}

class Reader {
  readonly action: ToolUse;
  readonly #variables: readonly Program[];
  readonly #names: Names;
  readonly #isClass: ClassTest;

  constructor(action: ToolUse, variables: readonly Program[], names: Names, isClass: ClassTest) {
    this.action = action;
    this.#variables = variables;
    this.#names = names;
    this.#isClass = isClass;
  }

  text(argument: string): string {
    const value = this.action.arguments[argument];
    return typeof value === "string" ? value.trim() : this.#fail(`the argument "${argument}" is missing`);
  }

  set(argument: string): Program {
    const text = this.text(argument);
    const index = /^#(\d+)$/u.exec(text)?.[1];
    if (index !== undefined)
      return this.#variables[Number(index)] ?? this.#fail(`there is no variable ${text} yet`);
    if (/^["']/u.test(text)) return { op: "terms", terms: [this.#literal(text)] };
    const value = this.iri(text);
    return this.#isClass(value) ? { op: "instances", class: value } : { op: "terms", terms: [iri(value)] };
  }

  /** A value that a question starts from, as programs write it. */
  #literal(text: string): Term {
    const atom = readSExpression(text);
    return atom.kind === "list" ? this.#fail(`"${text}" is no value`) : readTerm(atom, this.#names);
  }

  iri(text: string): string {
    return this.#names.iri(text) ?? this.#fail(`"${text}" is no name`);
  }

  path(argument: string): readonly Step[] {
    const parts = this.text(argument).match(/(?:<[^<>]*>|[^/<])+/gu) ?? [];
    return parts.map((part) => ({
      predicate: this.iri(part.replace(/^\^/u, "")),
      inverse: part.startsWith("^"),
    }));
  }

  comparison(): Comparison {
    const text = this.text("comparison");
    return COMPARISONS.has(text) ? (text as Comparison) : this.#fail(`"${text}" is no comparison`);
  }

  /** Without the data a name may be text as well as an entity: what can be an entity's name is taken for one, but by `contains`. */
  value(): Term {
    const text = this.text("value");
    if (this.comparison() === "contains") return literal(text);
    const named = this.#names.iri(text);
    return plainValue(text) ?? (named === undefined ? literal(text) : iri(named));
  }

  #fail(what: string): never {
    throw invalid(actionText(this.action), what);
  }
}

function made(read: Reader): Program {
  const { tool } = read.action;
  switch (tool) {
    case "get_neighbors":
      return walked(read.set("variable"), read.path("relation"));
    case "values":
      return walked(read.set("variable"), read.path("attribute"));
    case "argmax":
    case "argmin":
      return { op: tool, of: read.set("variable"), attribute: read.path("attribute") };
    case "intersection":
    case "union":
    case "difference":
      return { op: tool, left: read.set("variable1"), right: read.set("variable2") };
    case "count":
      return { op: "count", of: read.set("variable") };
    case "instances":
      return { op: "instances", class: read.iri(read.text("class")) };
    case "filter":
      return {
        op: "filter",
        of: read.set("variable"),
        attribute: read.path("attribute"),
        comparison: read.comparison(),
        value: read.value(),
      };
    default:
      throw invalid(actionText(read.action), "it makes no variable that a program could be read from");
  }
}
