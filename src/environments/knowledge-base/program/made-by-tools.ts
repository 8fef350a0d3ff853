import type { Claim } from "../../../environment/answer.ts";
import type { JsonObject } from "../../../util/json.ts";
import { comparableValue } from "../term/comparable-value.ts";
import { type Term, uniqueTerms } from "../term/term.ts";
import type { Names } from "../vocabulary/names.ts";
import { comparedBeside, type Program, programKey, type Step } from "./program.ts";

import { termNotation } from "./program-text.ts";

interface ToolUse {
  readonly tool: string;
  readonly arguments: JsonObject;
}

interface TakeApartOptions {
  /**
   * Whether the two steps from this set are listed as one relation `first/second`, because the nodes between them are mediators. By default
   * every step is separate. The set holds no variables, if the program held none.
   */
  readonly joined?: (from: Program, path: readonly [first: Step, second: Step]) => boolean | Promise<boolean>;
}

interface TakenApart {
  readonly actions: readonly ToolUse[];
  readonly claim: Claim;
}

/**
 * The tool calls that build the program from an empty workspace, in the papers' order (`get_relations` before `get_neighbors` of the same
 * variable, `get_attributes` before superlatives and comparisons), each set once, and the claim that names the last variable. Undefined
 * if the tools cannot build it: empty sets, sets from other environments, blank nodes, and an entity or a value alone, which is no
 * variable. An intersection with values becomes a comparison.
 */
export async function takeApart(
  program: Program,
  names: Names,
  options: TakeApartOptions = {},
): Promise<TakenApart | undefined> {
  const plan = new Plan(names, options);
  const last = await plan.variable(program);
  if (last === undefined || !last.startsWith("#")) return undefined;
  return { actions: plan.actions, claim: { text: last } };
}

class Plan {
  readonly actions: ToolUse[] = [];
  readonly #names: Names;
  readonly #joined: NonNullable<TakeApartOptions["joined"]>;
  /** Call arguments of the sets made so far, by the sets' keys. */
  readonly #made = new Map<string, string>();
  readonly #listed = new Set<string>();
  #variables = 0;

  constructor(names: Names, { joined = () => false }: TakeApartOptions) {
    this.#names = names;
    this.#joined = joined;
  }

  /** Adds the calls that make the set, and returns the argument that names it; undefined if tools cannot make it. */
  async variable(program: Program): Promise<string | undefined> {
    const key = programKey(program);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const name = await this.#make(program);
    if (name !== undefined) this.#made.set(key, name);
    return name;
  }

  async #make(program: Program): Promise<string | undefined> {
    switch (program.op) {
      case "terms":
        return this.#terms(program.terms);
      case "instances":
        return this.#use("instances", { class: this.#names.short(program.class) });
      case "follow":
        return this.#follow(program);
      case "intersection":
        return (await this.#comparison(program.left, program.right)) ?? this.#set(program);
      case "union":
      case "difference":
        return this.#set(program);
      case "argmax":
      case "argmin": {
        const variable = await this.variable(program.of);
        if (variable === undefined) return undefined;
        this.#list("get_attributes", variable);
        return this.#use(program.op, { variable, attribute: this.#path(program.attribute) });
      }
      case "filter": {
        const { attribute, comparison, value } = program;
        const text = this.#value(value);
        const variable = text === undefined ? undefined : await this.variable(program.of);
        if (text === undefined || variable === undefined) return undefined;
        this.#list(comparableValue(value) === undefined ? "get_relations" : "get_attributes", variable);
        return this.#use("filter", { variable, attribute: this.#path(attribute), comparison, value: text });
      }
      case "count": {
        const variable = await this.variable(program.of);
        return variable === undefined ? undefined : this.#use("count", { variable });
      }
      default:
        return undefined;
    }
  }

  /** A single entity is named directly; several are combined. */
  #terms(terms: readonly Term[]): string | undefined {
    const entities = uniqueTerms(terms);
    if (entities.some((term) => term.kind !== "iri" && term.kind !== "literal")) return undefined;
    const called = entities.map((term) =>
      term.kind === "literal" ? termNotation(term, this.#names) : (this.#value(term) ?? ""),
    );
    const [first, ...rest] = called;
    if (first === undefined) return undefined;
    return rest.reduce((variable1, variable2) => this.#use("union", { variable1, variable2 }), first);
  }

  async #follow({ from, step }: Program & { readonly op: "follow" }): Promise<string | undefined> {
    const joined = from.op === "follow" && (await this.#joined(from.from, [from.step, step]));
    const [start, path] = joined ? [from.from, [from.step, step]] : [from, [step]];
    const variable = await this.variable(start);
    if (variable === undefined) return undefined;
    this.#list("get_relations", variable);
    return this.#use("get_neighbors", { variable, relation: this.#path(path) });
  }

  /** Fetches a class last, so that the entities of the question come first. */
  async #set({
    op,
    left,
    right,
  }: Program & { readonly left: Program; readonly right: Program }): Promise<string | undefined> {
    const late = left.op === "instances" && right.op !== "instances";
    const second = late ? await this.variable(right) : undefined;
    if (late && second === undefined) return undefined;
    const variable1 = await this.variable(left);
    const variable2 = second ?? (variable1 === undefined ? undefined : await this.variable(right));
    if (variable1 === undefined || variable2 === undefined) return undefined;
    return this.#use(op, { variable1, variable2 });
  }

  async #comparison(left: Program, right: Program): Promise<string | undefined> {
    const compared = comparedBeside(left, right);
    return compared && this.variable(compared);
  }

  #list(tool: "get_relations" | "get_attributes", variable: string): void {
    const key = `${tool} ${variable}`;
    if (this.#listed.has(key)) return;
    this.#listed.add(key);
    this.actions.push({ tool, arguments: { variable } });
  }

  #use(tool: string, args: JsonObject): string {
    this.actions.push({ tool, arguments: args });
    return `#${this.#variables++}`;
  }

  #path(path: readonly Step[]): string {
    return path
      .map(({ predicate, inverse }) => `${inverse ? "^" : ""}${this.#names.short(predicate)}`)
      .join("/");
  }

  #value(term: Term): string | undefined {
    if (term.kind === "iri") return this.#names.short(term.value);
    return term.kind === "literal" ? term.value : undefined;
  }
}
