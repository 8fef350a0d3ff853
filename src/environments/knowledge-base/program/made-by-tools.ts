import { isNode, type Term } from "../term/term.ts";
import { comparedBeside, equalTo, unionOf } from "./compared-beside.ts";
import type { Program, Step } from "./program.ts";
import { operandsOf, withOperands } from "./program-parts.ts";
import { reversedPath, walked } from "./walked-back.ts";

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
  if (from.op === "terms" && from.terms.length > 0) {
    if (from.terms.every((term) => !isNode(term))) return fromValues(from.terms, step, facts);
    const [only, ...others] = from.terms;
    if (only !== undefined && others.length === 0) return fromEntity(only, step, facts);
  }
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
