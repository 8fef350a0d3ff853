import { createHash } from "node:crypto";
import type { ArtifactRef } from "../../../environment/artifact-store.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { iri, isNode, type Term, termText } from "../term/term.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";

/** Longer keys are replaced by their digest, so that no key grows with the program. */
const LONGEST = 400;

/** Cached keys. Programs are immutable, share their parts, and are compared often. */
const KEYS = new WeakMap<Program, string>();

/**
 * A text that is equal for equivalent programs: ignores the order of commutative operands, and order and repetition of members of `terms`.
 * At most 400 characters; longer parts become SHA-256 digests. The time is linear in the distinct nodes of the program.
 */
export function programKey(program: Program): string {
  const key = KEYS.get(program);
  if (key !== undefined) return key;
  for (const node of nodesOf(program)) {
    if (!KEYS.has(node)) KEYS.set(node, bounded(keyOf(node, (of) => KEYS.get(of) ?? "")));
  }
  return KEYS.get(program) ?? "";
}

function keyOf(node: Program, key: (of: Program) => string): string {
  switch (node.op) {
    case "terms":
      return `terms(${[...new Set(node.terms.map(termText))].sort().join(" ")})`;
    case "instances":
      return `instances(${termText(iri(node.class))})`;
    case "follow":
      return `follow(${stepKey(node.step)} ${key(node.from)})`;
    case "intersection":
    case "union":
      return `${node.op}(${[key(node.left), key(node.right)].sort().join(" ")})`;
    case "difference":
      return `difference(${key(node.left)} ${key(node.right)})`;
    case "argmax":
    case "argmin":
      return `${node.op}(${pathKey(node.attribute)} ${key(node.of)})`;
    case "filter":
      return `filter(${pathKey(node.attribute)} ${node.comparison} ${termText(node.value)} ${key(node.of)})`;
    case "count":
      return `count(${key(node.of)})`;
    case "variable":
      return `#${node.index}`;
    case "imported":
      return `imported(${node.terms.sha256})`;
  }
}

function bounded(key: string): string {
  return key.length <= LONGEST ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`;
}

/**
 * The program in the form for stores: variables replaced by their programs, imported sets by their terms. Shared parts stay one
 * object, so the result is no larger than the workspace. A program without such parts is returned unchanged.
 *
 * @throws FuxiError `workspace-invalid` for a variable that does not exist or that refers to itself; errors of `importedTerms`
 */
export async function expandProgram(
  program: Program,
  variables: readonly Program[],
  importedTerms: (ref: ArtifactRef) => Promise<readonly Term[]> | readonly Term[],
): Promise<Program> {
  const done = new Map<Program, Program>();
  const imported = new Map<string, Program>();
  const within = new Set<number>();

  const replaced = async (node: Program): Promise<Program> => {
    if (node.op === "variable") return variable(node.index);
    if (node.op === "imported") {
      const { terms } = node;
      const known = imported.get(terms.sha256);
      if (known) return known;
      const read: Program = { op: "terms", terms: await importedTerms(terms) };
      imported.set(terms.sha256, read);
      return read;
    }
    const operands: Program[] = [];
    for (const operand of operandsOf(node)) operands.push(await expanded(operand));
    return withOperands(node, operands);
  };

  const expanded = async (node: Program): Promise<Program> => {
    const known = done.get(node);
    if (known) return known;
    const fresh = await replaced(node);
    done.set(node, fresh);
    return fresh;
  };

  const variable = async (index: number): Promise<Program> => {
    const meant = variables[index];
    if (meant === undefined) throw broken(`There is no variable #${index}.`);
    if (within.has(index)) throw broken(`Variable #${index} is made from itself.`);
    within.add(index);
    const fresh = await expanded(meant);
    within.delete(index);
    return fresh;
  };

  return expanded(program);
}

function broken(what: string): FuxiError {
  return new FuxiError("workspace-invalid", what, { hint: "Open a new workspace." });
}

/** The operand sets of a node, in their written order. */
export function operandsOf(program: Program): readonly Program[] {
  if ("from" in program) return [program.from];
  if ("left" in program) return [program.left, program.right];
  return "of" in program ? [program.of] : [];
}

/** The same node over other sets, given in the order of `operandsOf`; the node itself if they are the same objects. */
export function withOperands(program: Program, operands: readonly Program[]): Program {
  const [first, second] = operands;
  if (first === undefined || operandsOf(program).every((each, at) => each === operands[at])) return program;
  if ("from" in program) return { ...program, from: first };
  if ("left" in program) return { ...program, left: first, right: second ?? program.right };
  return "of" in program ? { ...program, of: first } : program;
}

/** Every node once, operands first. Linear in the number of distinct objects, however often they are shared. */
export function nodesOf(program: Program): readonly Program[] {
  const seen = new Set<Program>();
  const ordered: Program[] = [];
  const waiting: { readonly node: Program; readonly entered: boolean }[] = [
    { node: program, entered: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.entered) ordered.push(next.node);
    else if (!seen.has(next.node)) {
      seen.add(next.node);
      waiting.push({ node: next.node, entered: true });
      for (const node of operandsOf(next.node).toReversed()) waiting.push({ node, entered: false });
    }
  }
  return ordered;
}

/** A step as a key: `<iri>`, `^<iri>` against the edge. */
export function stepKey({ predicate, inverse }: Step): string {
  return `${inverse ? "^" : ""}${termText(iri(predicate))}`;
}

export const pathKey = (path: readonly Step[]): string => path.map(stepKey).join("/");

/** Ends of the path from any member. */
export function walked(from: Program, path: readonly Step[]): Program {
  return path.reduce<Program>((program, step) => ({ op: "follow", from: program, step }), from);
}

/** Starts from which the path leads to any member. */
export function walkedBack(to: Program, path: readonly Step[]): Program {
  return walked(to, reversedPath(path));
}

/** The same edges from the other end. */
export function reversedPath(path: readonly Step[]): readonly Step[] {
  return path.toReversed().map(({ predicate, inverse }) => ({ predicate, inverse: !inverse }));
}

/** An intersection with the nodes that lead to listed values, as comparisons of the set with each value; undefined for other operands. */
export function comparedBeside(left: Program, right: Program): Program | undefined {
  for (const [of, found] of [
    [left, right],
    [right, left],
  ] as const) {
    if (found.op !== "follow" || found.from.op !== "terms" || found.from.terms.some(isNode)) continue;
    const attribute = reversedPath([found.step]);
    const [first, ...rest] = found.from.terms.map(
      (value): Program => ({ op: "filter", of, attribute, comparison: "=", value }),
    );
    if (first) return rest.reduce((left, right): Program => ({ op: "union", left, right }), first);
  }
  return undefined;
}

/** Whether an IRI alone in a program means a class (the set of all its instances) and not an entity. */
export type ClassTest = (iri: string) => boolean;

export const noClasses: ClassTest = () => false;

/** Tests by the vocabulary's pattern of class names (Freebase, DBpedia), and by the classes known from the data. */
export function classTest({ classPattern }: Vocabulary, known: Iterable<string> = []): ClassTest {
  const classes = new Set(known);
  const pattern = classPattern === undefined ? undefined : new RegExp(classPattern, "u");
  return (iri) => classes.has(iri) || pattern?.test(iri) === true;
}

/** One edge, walked from subject to object, or against it. */
export interface Step {
  /** Full IRI. */
  readonly predicate: string;
  /** True if walked from object to subject. */
  readonly inverse: boolean;
}

/** How a filter compares. `contains` searches in text, ignoring case. */
export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=" | "contains";

/**
 * The definition of a variable: an expression, not a result. All nodes are sets without duplicates. `variable` and `imported` occur in workspaces
 * only; `expandProgram` replaces them for stores.
 */
export type Program =
  /** Listed entities or values. */
  | { readonly op: "terms"; readonly terms: readonly Term[] }
  /** All instances of a class, and of its subclasses if the vocabulary has subclass predicates. */
  | { readonly op: "instances"; readonly class: string }
  /** Ends of the step from any member. */
  | { readonly op: "follow"; readonly from: Program; readonly step: Step }
  | {
      readonly op: "intersection" | "union" | "difference";
      readonly left: Program;
      readonly right: Program;
    }
  /** Members with the extreme value; ties are kept. Members without a comparable value are skipped. If numbers and dates occur, numbers decide. */
  | {
      readonly op: "argmax" | "argmin";
      readonly of: Program;
      readonly attribute: readonly Step[];
    }
  /** Members with at least one value of the attribute that satisfies the comparison. `contains` searches in text, ignoring case. */
  | {
      readonly op: "filter";
      readonly of: Program;
      readonly attribute: readonly Step[];
      readonly comparison: Comparison;
      /** A number or date literal; for `=` and `!=` any term; for `contains` a string. */
      readonly value: Term;
    }
  /** One value: the number of members, as an `xsd:integer`. */
  | { readonly op: "count"; readonly of: Program }
  /** Another variable of the workspace, by its number. */
  | { readonly op: "variable"; readonly index: number }
  /** Terms that came from another environment: JSON lines of `Term`, in the artifact store. */
  | { readonly op: "imported"; readonly terms: ArtifactRef; readonly size: number };
