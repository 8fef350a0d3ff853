import type { Program, Step } from "./program.ts";

/** What the path leads to from any member. */
export function walked(from: Program, path: readonly Step[]): Program {
  return path.reduce<Program>((program, step) => ({ op: "follow", from: program, step }), from);
}

/** Everything from which the path leads to a member. */
export function walkedBack(to: Program, path: readonly Step[]): Program {
  return walked(to, reversedPath(path));
}

/** The same edges from the other end. */
export function reversedPath(path: readonly Step[]): readonly Step[] {
  return path.toReversed().map(({ predicate, inverse }) => ({ predicate, inverse: !inverse }));
}
