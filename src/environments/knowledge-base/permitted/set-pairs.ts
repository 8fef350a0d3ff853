import type { Variable } from "../knowledge-base-state.ts";
import type { Program } from "../program/program.ts";

/** Whether types leave it open that two variables have members in common; no store is asked. */
export function mayMeet(a: Variable, b: Variable): boolean {
  if (a.size === 0 || b.size === 0) return false;
  if (a.kind === "mixed" || b.kind === "mixed") return true;
  if (a.kind !== b.kind) return false;
  if (a.kind !== "entities" || !a.classesComplete || !b.classesComplete) return true;
  if (a.classes.length === 0 || b.classes.length === 0) return true;
  // A common member would have a class, and that class would stand in both lists.
  const classes = new Set(a.classes.map((each) => each.class));
  return b.classes.some((each) => classes.has(each.class));
}

/** Whether variable `index` is, by the way it was made, a part of variable `of`: nothing new comes of combining them. */
export function isPartOf(index: number, of: number, variables: readonly Variable[]): boolean {
  const within = (program: Program): boolean => {
    switch (program.op) {
      case "variable":
        return program.index === of || isPartOf(program.index, of, variables);
      case "argmax":
      case "argmin":
      case "filter":
        return within(program.of);
      case "difference":
        return within(program.left);
      case "intersection":
        return within(program.left) || within(program.right);
      case "union":
        return within(program.left) && within(program.right);
      default:
        return false;
    }
  };
  const program = variables[index]?.program;
  return program !== undefined && within(program);
}
