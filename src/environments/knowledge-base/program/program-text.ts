import { iri, literal, type Term, termText, XSD } from "../term/term.ts";
import type { Names } from "../vocabulary/names.ts";
import { type ClassTest, type Comparison, noClasses, nodesOf, type Program, type Step } from "./program.ts";

/** Unquoted texts that are read as numbers or dates. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/^[+-]?\d+$/u, "integer"],
  [/^[+-]?(?:\d+\.\d*|\.\d+)$/u, "decimal"],
  [/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)[eE][+-]?\d+$/u, "double"],
  [/^-?\d{4,}-\d{2}-\d{2}$/u, "date"],
  [/^-?\d{4,}-\d{2}$/u, "gYearMonth"],
  [/^-?\d{4,}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?$/u, "dateTime"],
];

export function plainValue(text: string): Term | undefined {
  const kind = PLAIN.find(([pattern]) => pattern.test(text))?.[1];
  return kind === undefined ? undefined : literal(text, { datatype: XSD + kind });
}

/** An IRI as programs write it: its short name if that is unambiguous, otherwise in full. */
function iriNotation(full: string, names: Names): string {
  const short = names.short(full);
  const safe =
    /^[^\s()"'<#^_?][^\s()"<>]*$/u.test(short) && !short.includes("^^") && plainValue(short) === undefined;
  return safe && names.iri(short) === full ? short : termText(iri(full));
}

/** A term as programs write it. Values are N-Triples, except that a datatype's IRI has no angle brackets, as in KBQA-Agent. */
export function termNotation(term: Term, names: Names): string {
  if (term.kind === "iri") return iriNotation(term.value, names);
  if (term.kind !== "literal") return termText(term);
  const { datatype } = term;
  if (datatype === undefined || !/^[a-z][a-z0-9+.-]*:\/\/[^\s()<>"\\^`{}|]+$/iu.test(datatype))
    return termText(term);
  return `${termText(literal(term.value))}^^${datatype}`;
}

/** A text in quotes, or `(NAMED "…")`, whose quoted label is no text value of the program. */
const NAMED_OR_TEXT = /\(\s*NAMED\s+("(?:[^"\\]|\\.)*")\s*\)|"(?:[^"\\]|\\.)*"/giu;

/**
 * Replaces each `(NAMED "label")` by its term; undefined if a label has no term. For benchmarks whose data identify
 * entities by labels only.
 */
export async function withTermsNamed(
  program: string,
  termOf: (label: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const terms = new Map<string, string>();
  for (const [, quoted] of program.matchAll(NAMED_OR_TEXT)) {
    if (quoted === undefined || terms.has(quoted)) continue;
    const term = await termOf(labelOf(quoted));
    if (term === undefined) return undefined;
    terms.set(quoted, term);
  }
  return program.replace(NAMED_OR_TEXT, (written: string, quoted?: string) =>
    quoted === undefined ? written : (terms.get(quoted) ?? written),
  );
}

function labelOf(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/gsu, "$1");
}

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
  /** Tests whether a name alone means a class, as in `parseProgram`. By default no name does. */
  readonly isClass?: ClassTest;
  /** Parts whose text would be longer are written `…`: a program with shared parts can have a text far longer than itself. */
  readonly limit?: number;
}

/**
 * The program as an S-expression in the KBQA-Agent format. Beyond the format: `OR`, `DIFFERENCE`, `eq`, `ne`, `contains`, `(TERMS …)` for
 * listed sets, `(INSTANCES class)` if the name alone would be read as an entity, `#3` for a variable, `(IMPORTED …)`.
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
