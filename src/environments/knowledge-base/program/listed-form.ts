import { type GraphReader, unlessRefused } from "../access/graph-reader.ts";
import { samePath } from "../access/path-names.ts";
import { isNode, type Term } from "../term/term.ts";
import type { SetSummary } from "../triple-store/triple-store.ts";
import {
  comparedBeside,
  equalTo,
  operandsOf,
  type Program,
  reversedPath,
  type Step,
  unionOf,
  walked,
  withOperands,
} from "./program.ts";

type Follow = Extract<Program, { readonly op: "follow" }>;
type Compared = Extract<Program, { readonly op: "argmax" | "argmin" | "filter" }>;

/**
 * Turns programs without variables into programs of the same members, on these data, each part of which a tool can make: no steps that lead nowhere, no
 * attributes that are not listed, no start from a value where a class and a comparison say the same. What has no such form stays as it is, and so
 * does what is not told in time. An empty set may be made from others than it is written with.
 */
export class ListedForms {
  readonly #graph: GraphReader;

  constructor(graph: GraphReader) {
    this.#graph = graph;
  }

  async of(program: Program): Promise<Program> {
    if (program.op === "follow") return this.#followed(program);
    const compared = program.op === "intersection" ? comparedBeside(program.left, program.right) : undefined;
    if (compared !== undefined) return this.of(compared);
    const operands: Program[] = [];
    for (const operand of operandsOf(program)) operands.push(await this.of(operand));
    const made = withOperands(program, operands);
    switch (made.op) {
      case "intersection":
      case "union":
      case "difference":
        return this.#combined(made);
      case "argmax":
      case "argmin":
      case "filter":
        return this.#stepwise(made);
      default:
        return made;
    }
  }

  /** Without sets that nothing is in, which tools do not combine. */
  async #combined(program: Program & { readonly left: Program; readonly right: Program }): Promise<Program> {
    const { op, left, right } = program;
    // An entity by itself is no variable.
    if (left.op === "terms" || right.op === "terms") return program;
    if (await this.#isEmpty(right)) return op === "intersection" ? right : left;
    if (await this.#isEmpty(left)) return op === "union" ? right : left;
    return program;
  }

  /** By an attribute of several steps that is not listed as one: those from which the first step leads to a member of what the rest leaves. */
  async #stepwise(program: Compared): Promise<Program> {
    const { of, attribute } = program;
    if (await this.#isEmpty(of)) return of;
    const [first, ...rest] = attribute;
    if (first === undefined || rest.length === 0) return program;
    if (await this.#lists("attributes", of, attribute)) return program;
    if (program.op === "filter" && (await this.#lists("relations", of, attribute))) return program;
    if (!(await this.#lists("relations", of, [first]))) return program;
    const ends = await this.#stepwise({ ...program, of: walked(of, [first]), attribute: rest });
    if (await this.#isEmpty(ends)) return ends;
    return { op: "intersection", left: of, right: walked(ends, reversedPath([first])) };
  }

  async #followed({ from, step }: Follow): Promise<Program> {
    const terms = from.op === "terms" ? from.terms : [];
    if (terms.length > 0 && terms.every((term) => !isNode(term))) return this.#fromValues(terms, step);
    const start = terms.length === 1 ? from : await this.of(from);
    const program = walked(start, [step]);
    if (terms.length !== 1 && (await this.#isEmpty(start))) return start;
    if (await this.#lists("relations", start, [step])) return program;
    const end = await this.#endClass(step);
    const back = reversedPath([step]);
    const ends: Program = { op: "instances", class: end ?? "" };
    if (end === undefined || !(await this.#lists("relations", ends, back))) return program;
    // Nothing is in it: those that have the relation, of the set; or those in such a relation to the entity.
    const [only] = terms;
    return only === undefined || terms.length > 1
      ? { op: "intersection", left: start, right: walked(ends, back) }
      : equalTo(ends, back, only);
  }

  /** Questions seldom name values such as `true`: all of a class that covers what leads to them, compared with them. */
  async #fromValues(terms: readonly Term[], step: Step): Promise<Program> {
    const program = walked({ op: "terms", terms }, [step]);
    const end = await this.#endClass(step);
    const { classes = [] } = (await this.#summary(program)) ?? {};
    for (const each of new Set([end ?? [], classes.map((counted) => counted.class)].flat())) {
      const of: Program = { op: "instances", class: each };
      const [first, ...rest] = terms.map((term) => equalTo(of, reversedPath([step]), term));
      if (first === undefined) continue;
      const same = unionOf(first, rest);
      const missing: Program = { op: "difference", left: program, right: same };
      const more: Program = { op: "difference", left: same, right: program };
      if ((await this.#isEmpty(missing)) && (await this.#isEmpty(more))) return same;
    }
    return program;
  }

  async #isEmpty(program: Program): Promise<boolean> {
    return (await this.#summary(program))?.size === 0;
  }

  #summary(program: Program) {
    return unlessRefused<SetSummary | undefined>(this.#graph.summarize(program), undefined);
  }

  async #lists(what: "relations" | "attributes", program: Program, path: readonly Step[]): Promise<boolean> {
    const asked: Promise<readonly { readonly path: readonly Step[] }[] | undefined> =
      this.#graph[what](program);
    const listed = await unlessRefused(asked, undefined);
    return listed === undefined || listed.some((each) => samePath(each.path, path));
  }

  /** The class to which most nodes belong that the step leads to. */
  async #endClass({ predicate, inverse }: Step): Promise<string | undefined> {
    const { predicates } = await this.#graph.schema();
    const found = predicates.find((each) => each.predicate === predicate);
    return inverse ? found?.subjectClass : found?.objectClass;
  }
}
