import type { Names } from "../vocabulary/names.ts";
import { type ClassTest, noClasses } from "./class-test.ts";
import type { Comparison, Program, Step } from "./program.ts";
import { nodesOf } from "./program-parts.ts";
import { iriNotation, termNotation } from "./term-notation.ts";

export const COMPARISON_WORDS = {
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
  "=": "eq",
  "!=": "ne",
  contains: "contains",
} as const satisfies Record<Comparison, string>;

export interface ProgramTextOptions {
  /** Which names mean classes when they stand by themselves; the same as for `parseProgram`. Without it, none. */
  readonly isClass?: ClassTest;
  /** Parts whose text would be longer are written `…`: a program in which much is used several times has a text far longer than itself. */
  readonly limit?: number;
}

/**
 * The program as an S-expression in the KBQA-Agent format. Beyond the format: `OR`, `DIFFERENCE`, `eq`, `ne`, `contains`, `(TERMS …)` for
 * sets written out, `(INSTANCES class)` where the name by itself would be read as an entity, `#3` for a variable, `(IMPORTED …)`.
 * `parseProgram` reads it back to a program with the same key, unless something was cut.
 */
export function programText(
  program: Program,
  names: Names,
  { isClass = noClasses, limit = 100_000 }: ProgramTextOptions = {},
): string {
  const texts = new Map<Program, string>();
  const text = (node: Program) => texts.get(node) ?? "…";
  for (const node of nodesOf(program)) {
    const written = nodeText(node, text, names, isClass);
    texts.set(node, written.length <= limit ? written : "…");
  }
  return text(program);
}

function nodeText(node: Program, text: (of: Program) => string, names: Names, isClass: ClassTest): string {
  const step = ({ predicate, inverse }: Step) => {
    const name = iriNotation(predicate, names);
    return inverse ? `(R ${name})` : name;
  };
  const path = (steps: readonly Step[]): string => {
    const [first, ...rest] = steps;
    if (first === undefined) return "…";
    return rest.length === 0 ? step(first) : `(JOIN ${step(first)} ${path(rest)})`;
  };
  switch (node.op) {
    case "terms": {
      const [only] = node.terms;
      const single = node.terms.length === 1 && only && !(only.kind === "iri" && isClass(only.value));
      if (single) return termNotation(only, names);
      return `(${["TERMS", ...node.terms.map((term) => termNotation(term, names))].join(" ")})`;
    }
    case "instances": {
      const name = iriNotation(node.class, names);
      return isClass(node.class) ? name : `(INSTANCES ${name})`;
    }
    case "follow":
      return `(JOIN ${step({ ...node.step, inverse: !node.step.inverse })} ${text(node.from)})`;
    case "intersection":
      return `(AND ${text(node.left)} ${text(node.right)})`;
    case "union":
      return `(OR ${text(node.left)} ${text(node.right)})`;
    case "difference":
      return `(DIFFERENCE ${text(node.left)} ${text(node.right)})`;
    case "argmax":
    case "argmin":
      return `(${node.op.toUpperCase()} ${text(node.of)} ${path(node.attribute)})`;
    case "filter":
      return `(AND ${text(node.of)} (${COMPARISON_WORDS[node.comparison]} ${path(node.attribute)} ${termNotation(node.value, names)}))`;
    case "count":
      return `(COUNT ${text(node.of)})`;
    case "variable":
      return `#${node.index}`;
    case "imported":
      return `(IMPORTED ${node.terms.sha256} ${node.terms.bytes} ${JSON.stringify(node.terms.mediaType)} ${node.size})`;
  }
}
