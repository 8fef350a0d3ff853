/** One call that a draft comes to. Earlier steps are named by their places; names are the drafter's own words. */
export type DraftStep =
  | { readonly op: "entity" | "class"; readonly name: string }
  | { readonly op: "join"; readonly of: number; readonly relation: string; readonly inverse: boolean }
  | { readonly op: SetTool; readonly of: number; readonly and: number }
  | { readonly op: "argmax" | "argmin"; readonly of: number; readonly attribute: string }
  | {
      readonly op: "filter";
      readonly of: number;
      readonly attribute: string;
      readonly comparison: string;
      readonly value: string;
    }
  | { readonly op: "count"; readonly of: number };

type SetTool = "intersection" | "union" | "difference";
type Expression = string | readonly Expression[];

/** The steps of a drafted S-expression from the inside out, the last of which is the whole; undefined where it is no program. */
export function readDraft(text: string): readonly DraftStep[] | undefined {
  const expression = readExpression(text);
  if (expression === undefined || typeof expression === "string") return undefined;
  const reading = new Reading();
  reading.set(expression);
  return reading.isProgram ? reading.steps : undefined;
}

const TOKEN = /[()]|"(?:[^"\\]|\\.)*"(?:\^\^[^\s()]+)?|'(?:[^'\\]|\\.)*'(?=[\s()]|$)|\[[^[\]]*\]|[^\s()]+/gu;

/** Brackets that were forgotten in the end are added. */
function readExpression(text: string): Expression | undefined {
  const open: Expression[][] = [[]];
  const close = (): void => {
    const list = open.pop() ?? [];
    open.at(-1)?.push(list);
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "(") open.push([]);
    else if (token !== ")") open.at(-1)?.push(token);
    else if (open.length > 1) close();
  }
  while (open.length > 1) close();
  return open[0]?.length === 1 ? open[0][0] : undefined;
}

const SETS: Readonly<Record<string, SetTool>> = {
  AND: "intersection",
  OR: "union",
  DIFFERENCE: "difference",
};
const EXTREMES: Readonly<Record<string, "argmax" | "argmin">> = { ARGMAX: "argmax", ARGMIN: "argmin" };
const COMPARISONS: Readonly<Record<string, string>> = {
  LT: "<",
  LE: "<=",
  GT: ">",
  GE: ">=",
  EQ: "=",
  NE: "!=",
  CONTAINS: "contains",
};

class Reading {
  readonly steps: DraftStep[] = [];
  isProgram = true;

  /** Adds the steps of a set, and gives the place of the last. A bare name is a class, but an entity where a relation begins. */
  set(expression: Expression, bare: "entity" | "class" = "class"): number {
    if (typeof expression === "string")
      return this.#add({ op: isEntity(expression) ? "entity" : bare, name: plain(expression) });
    const operator = operatorOf(expression);
    const [, first = "", second = "", ...more] = expression;
    const extreme = EXTREMES[operator];
    switch (operator) {
      case "NAMED":
      case "TERMS":
        return this.#add({ op: "entity", name: this.#name(expression.slice(1)) });
      case "INSTANCES":
        return this.#add({ op: "class", name: this.#name([first]) });
      case "COUNT":
        return this.#add({ op: "count", of: this.set(first) });
      case "JOIN":
        // Several words without quotes are one name.
        return this.#path(
          first,
          more.length > 0 ? this.set(this.#name([second, ...more]), "entity") : this.set(second, "entity"),
        );
      default:
        if (extreme === undefined) return this.#several(expression);
        return this.#add({ op: extreme, of: this.set(first), attribute: this.#attribute(second) });
    }
  }

  /** Sets that are combined, and comparisons of what is in all of them. */
  #several(expression: readonly Expression[]): number {
    const op = SETS[operatorOf(expression)];
    const operands = expression.slice(1);
    const sets = operands.filter((each) => comparisonOf(each) === undefined);
    if (op === undefined || operands.length < 2 || sets.length === 0) return this.#broken();
    const [start = 0, ...others] = sets.map((each) => this.set(each));
    const joined = others.reduce((of, and) => this.#add({ op, of, and }), start);
    return operands.reduce<number>((of, each) => {
      const comparison = comparisonOf(each);
      if (comparison === undefined || typeof each === "string") return of;
      const [, attribute = "", ...value] = each;
      return this.#add({
        op: "filter",
        of,
        attribute: this.#attribute(attribute),
        comparison,
        value: this.#name(value),
      });
    }, joined);
  }

  /** `(R relation)` leads on from a set, the relation alone leads to it; `(JOIN outer inner)` is two steps. */
  #path(relation: Expression, of: number): number {
    if (typeof relation === "string") {
      const turned = relation.startsWith("^");
      return this.#add({ op: "join", of, relation: plain(relation.replace(/^\^/u, "")), inverse: !turned });
    }
    const [, first = "", second] = relation;
    if (operatorOf(relation) === "JOIN" && second !== undefined)
      return this.#path(first, this.#path(second, of));
    if (operatorOf(relation) !== "R") return this.#broken();
    return this.#add({ op: "join", of, relation: this.#name([first]), inverse: false });
  }

  #attribute(expression: Expression): string {
    return this.#name([expression].flat(3).filter((each) => each !== "JOIN"));
  }

  #name(parts: readonly Expression[]): string {
    const words = parts.flatMap((each) => (typeof each === "string" ? [plain(each)] : []));
    if (words.length < parts.length || words.join("") === "") this.#broken();
    return words.join(" ");
  }

  #add(step: DraftStep): number {
    return this.steps.push(step) - 1;
  }

  #broken(): number {
    this.isProgram = false;
    return 0;
  }
}

function operatorOf([head]: readonly Expression[]): string {
  return typeof head === "string" ? head.toUpperCase() : "";
}

function comparisonOf(expression: Expression): string | undefined {
  return typeof expression === "string" ? undefined : COMPARISONS[operatorOf(expression)];
}

/** Quoted names, values, and identifiers of Freebase. */
function isEntity(atom: string): boolean {
  return /^["'[\d-]|^[mg]\.\w+$/u.test(atom);
}

function plain(atom: string): string {
  const bare = atom.replace(/\^\^[^\s"]+$/u, "");
  if (/^".*"$/su.test(bare)) return bare.slice(1, -1).replace(/\\(.)/gsu, "$1");
  return bare.replace(/^'(.*)'$/su, "$1").replace(/^\[(.*)\]$/su, "$1");
}
