import type { SetSummary } from "../store/triple-store.ts";
import type { GraphReader } from "./graph-reader.ts";

export type Typed = Pick<SetSummary, "kind" | "classes" | "classesComplete">;

export type Clash =
  /** Entities on one side, values on the other, or values of two kinds. */
  | "kinds"
  /** All classes of both sides are known, and no node is an instance of one of each. */
  | "classes";

/** Why two sets can have no member in common, told by their types alone; undefined where they might. */
export async function clashOf(a: Typed, b: Typed, graph: GraphReader): Promise<Clash | undefined> {
  if ([a.kind, b.kind].some((kind) => kind === "none" || kind === "mixed")) return undefined;
  if (a.kind !== b.kind) return "kinds";
  if (a.kind !== "entities" || !a.classesComplete || !b.classesComplete) return undefined;
  if (a.classes.length === 0 || b.classes.length === 0) return undefined;
  const others = new Set(b.classes.map((each) => each.class));
  if (a.classes.some((each) => others.has(each.class))) return undefined;
  for (const left of a.classes) {
    for (const right of b.classes) {
      if (await graph.classesMeet(left.class, right.class)) return undefined;
    }
  }
  return "classes";
}
