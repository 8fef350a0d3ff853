import type { Program, Step } from "../../src/environments/knowledge-base/program/program.ts";
import { operandsOf, stepKey } from "../../src/environments/knowledge-base/program/program-parts.ts";
import { termText } from "../../src/environments/knowledge-base/term/term-text.ts";

export interface ProgramDifference {
  readonly kind: string;
  /** Such as cannot be told from sameness without the knowledge base. */
  readonly allowed: boolean;
  readonly what: string;
}

/** In what the program built by calls differs from the gold one. */
export function programDifferences(gold: Program, built: Program): readonly ProgramDifference[] {
  const found: ProgramDifference[] = [];
  compare(gold, built, found);
  return found;
}

function compare(gold: Program, built: Program, found: ProgramDifference[]): void {
  const inner = withoutClass(gold, built);
  if (inner) {
    found.push({ kind: "class left out by the calls", allowed: true, what: "" });
    compare(inner, built, found);
    return;
  }
  if (gold.op !== built.op) {
    found.push({
      kind: `${gold.op} against ${built.op}`,
      allowed: false,
      what: `${shape(gold)} ≠ ${shape(built)}`,
    });
    return;
  }
  if (gold.op === "follow" && built.op === "follow") relation(gold.step, built.step, found);
  else if (ownPart(gold) !== ownPart(built))
    found.push({ kind: `another ${gold.op}`, allowed: false, what: `${ownPart(gold)} ≠ ${ownPart(built)}` });
  const [a, b] = [operandsOf(gold), operandsOf(built)];
  const commutes = gold.op === "intersection" || gold.op === "union";
  const crossed = commutes && distance(a, b) > distance(a, b.toReversed());
  for (const [at, operand] of a.entries()) {
    const other = (crossed ? b.toReversed() : b)[at];
    if (other) compare(operand, other, found);
  }
  if (crossed) found.push({ kind: "operands in another order", allowed: true, what: "" });
}

/** An AND with a class where the calls have only the other operand. */
function withoutClass(gold: Program, built: Program): Program | undefined {
  if (gold.op !== "intersection") return undefined;
  const { left, right } = gold;
  const sides = [left, right].filter((each) => each.op !== "instances");
  const classes = (program: Program): number =>
    (program.op === "instances" ? 1 : 0) + operandsOf(program).reduce((sum, each) => sum + classes(each), 0);
  return sides.length === 1 && classes(gold) > classes(built) ? sides[0] : undefined;
}

function relation(gold: Step, built: Step, found: ProgramDifference[]): void {
  if (stepKey(gold) === stepKey(built)) return;
  const named = gold.predicate === built.predicate;
  const turned = gold.inverse !== built.inverse;
  const kind = named
    ? "the same relation the other way (a relation between things of one kind, or a slip)"
    : turned
      ? "reverse relation the other way"
      : "another relation the same way";
  found.push({ kind, allowed: turned && !named, what: `${stepKey(gold)} ≠ ${stepKey(built)}` });
}

function ownPart(program: Program): string {
  switch (program.op) {
    case "terms":
      return program.terms.map(termText).sort().join(" ");
    case "instances":
      return program.class;
    case "argmax":
    case "argmin":
      return program.attribute.map(stepKey).join("/");
    case "filter":
      return [program.comparison, termText(program.value), ...program.attribute.map(stepKey)].join(" ");
    default:
      return program.op;
  }
}

function distance(a: readonly Program[], b: readonly Program[]): number {
  return a.reduce((sum, each, at) => {
    const other = b[at];
    if (other === undefined) return sum;
    const found: ProgramDifference[] = [];
    compare(each, other, found);
    return sum + found.filter(({ allowed }) => !allowed).length;
  }, 0);
}

function shape(program: Program): string {
  const operands = operandsOf(program).map(shape);
  return operands.length === 0 ? program.op : `${program.op}(${operands.join(", ")})`;
}
