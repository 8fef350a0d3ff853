import type { Claim } from "../../../environment/answer.ts";
import type { JsonObject } from "../../../util/json.ts";
import { comparableValue } from "../term/comparable-value.ts";
import { isNode, type Term, termText } from "../term/term.ts";
import type { Names } from "../vocabulary/names.ts";
import {
  comparedBeside,
  equalTo,
  operandsOf,
  type Program,
  programKey,
  reversedPath,
  type Step,
  unionOf,
  walked,
  withOperands,
} from "./program.ts";

import { termNotation } from "./program-text.ts";

interface ToolUse {
  readonly tool: string;
  readonly arguments: JsonObject;
}

interface TakeApartOptions {
  /**
   * Whether the two steps from this set are listed as one relation `first/second`, because the nodes between them are mediators. Without it,
   * every step is taken by itself. The set holds no variables, if the program held none.
   */
  readonly joined?: (from: Program, path: readonly [first: Step, second: Step]) => boolean | Promise<boolean>;
}

interface TakenApart {
  readonly actions: readonly ToolUse[];
  readonly claim: Claim;
}

/**
 * The tool calls that build the program from an empty workspace, in the papers' order (`get_relations` before `get_neighbors` of the same
 * variable, `get_attributes` before superlatives and comparisons), each set once, and the claim that hands the last variable in. Undefined
 * where the tools cannot build it: empty sets, sets from other environments, blank nodes, and an entity or a value alone, which is no
 * variable. Values beside a set are a comparison.
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
  /** How a set is named in calls, by its key. */
  readonly #made = new Map<string, string>();
  readonly #listed = new Set<string>();
  #variables = 0;

  constructor(names: Names, { joined = () => false }: TakeApartOptions) {
    this.#names = names;
    this.#joined = joined;
  }

  /** How the set is named in calls, after the calls that make it; undefined where there are none. */
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

  /** An entity is named as it is; several are put together. */
  #terms(terms: readonly Term[]): string | undefined {
    const entities = [...new Map(terms.map((term) => [termText(term), term])).values()];
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

  /** A class is fetched last, so that what the question names comes first. */
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

/** What has to be known of the data; the programs hold no variables. */
export interface ProgramFacts {
  /** Whether it is known that the set has no members. */
  isEmpty(program: Program): Promise<boolean>;
  /** Whether `get_relations` lists the path for the set. */
  hasRelation(program: Program, path: readonly Step[]): Promise<boolean>;
  /** Whether `get_attributes` lists the path for the set. */
  hasAttribute(program: Program, path: readonly Step[]): Promise<boolean>;
  /** The class to which most nodes belong that the step leads to. */
  endClass(step: Step): Promise<string | undefined>;
  /** Classes of members, most frequent first. */
  classes(program: Program): Promise<readonly string[]>;
}

type Follow = Extract<Program, { readonly op: "follow" }>;
type Compared = Extract<Program, { readonly op: "argmax" | "argmin" | "filter" }>;

/**
 * A program of the same members, on these data, each part of which a tool can make: no steps that lead nowhere, no attributes that are not listed, no
 * start from a value where a class and a comparison say the same. What has no such form stays as it is. An empty set may be made from
 * others than it is written with.
 */
export async function madeByTools(program: Program, facts: ProgramFacts): Promise<Program> {
  if (program.op === "follow") return followed(program, facts);
  const compared = program.op === "intersection" ? comparedBeside(program.left, program.right) : undefined;
  if (compared !== undefined) return madeByTools(compared, facts);
  const operands: Program[] = [];
  for (const operand of operandsOf(program)) operands.push(await madeByTools(operand, facts));
  const made = withOperands(program, operands);
  switch (made.op) {
    case "intersection":
    case "union":
    case "difference":
      return combined(made, facts);
    case "argmax":
    case "argmin":
    case "filter":
      return stepwise(made, facts);
    default:
      return made;
  }
}

/** Without sets that nothing is in, which tools do not combine. */
async function combined(
  program: Program & { readonly left: Program; readonly right: Program },
  facts: ProgramFacts,
): Promise<Program> {
  const { op, left, right } = program;
  // An entity by itself is no variable.
  if (left.op === "terms" || right.op === "terms") return program;
  if (await facts.isEmpty(right)) return op === "intersection" ? right : left;
  if (await facts.isEmpty(left)) return op === "union" ? right : left;
  return program;
}

/** By an attribute of several steps that is not listed as one: those from which the first step leads to a member of what the rest leaves. */
async function stepwise(program: Compared, facts: ProgramFacts): Promise<Program> {
  const { of, attribute } = program;
  if (await facts.isEmpty(of)) return of;
  const [first, ...rest] = attribute;
  if (first === undefined || rest.length === 0) return program;
  if (await facts.hasAttribute(of, attribute)) return program;
  if (program.op === "filter" && (await facts.hasRelation(of, attribute))) return program;
  if (!(await facts.hasRelation(of, [first]))) return program;
  const ends = await stepwise({ ...program, of: walked(of, [first]), attribute: rest }, facts);
  if (await facts.isEmpty(ends)) return ends;
  return { op: "intersection", left: of, right: walked(ends, reversedPath([first])) };
}

async function followed({ from, step }: Follow, facts: ProgramFacts): Promise<Program> {
  const terms = from.op === "terms" ? from.terms : [];
  const [only, ...others] = terms;
  if (only !== undefined && terms.every((term) => !isNode(term))) return fromValues(terms, step, facts);
  if (only !== undefined && others.length === 0) return fromEntity(only, step, facts);
  const start = await madeByTools(from, facts);
  const program: Program = { op: "follow", from: start, step };
  if (await facts.isEmpty(start)) return start;
  if (await facts.hasRelation(start, [step])) return program;
  const end = await facts.endClass(step);
  const back = reversedPath([step]);
  const ends: Program = { op: "instances", class: end ?? "" };
  if (end === undefined || !(await facts.hasRelation(ends, back))) return program;
  // Nothing is in it: those that have the relation, of the set.
  return { op: "intersection", left: start, right: walked(ends, back) };
}

/** Questions seldom name values such as `true`: all of a class that covers what leads to them, compared with them. */
async function fromValues(terms: readonly Term[], step: Step, facts: ProgramFacts): Promise<Program> {
  const program = walked({ op: "terms", terms }, [step]);
  const end = await facts.endClass(step);
  const all = [...(end === undefined ? [] : [end]), ...(await facts.classes(program))];
  for (const each of new Set(all)) {
    const of: Program = { op: "instances", class: each };
    const [first, ...rest] = terms.map((term) => equalTo(of, reversedPath([step]), term));
    if (first === undefined) continue;
    const same = unionOf(first, rest);
    const differences = [
      { op: "difference", left: program, right: same },
      { op: "difference", left: same, right: program },
    ] as const;
    if ((await facts.isEmpty(differences[0])) && (await facts.isEmpty(differences[1]))) return same;
  }
  return program;
}

/** A relation that the entity has not got leads to nothing; that nothing of the class is in such a relation to it can be seen. */
async function fromEntity(term: Term, step: Step, facts: ProgramFacts): Promise<Program> {
  const from: Program = { op: "terms", terms: [term] };
  const program = walked(from, [step]);
  if (await facts.hasRelation(from, [step])) return program;
  const end = await facts.endClass(step);
  const ends: Program = { op: "instances", class: end ?? "" };
  const back = reversedPath([step]);
  if (end === undefined || !(await facts.hasRelation(ends, back))) return program;
  return equalTo(ends, back, term);
}
