import type { ArtifactRef } from "../../../environment/artifact-store.ts";
import type { Term } from "../term/term.ts";

/** One edge, walked from subject to object, or against it. */
export interface Step {
  /** Full IRI. */
  readonly predicate: string;
  /** True where it is walked from object to subject. */
  readonly inverse: boolean;
}

/** How a filter compares. `contains` looks into text, whatever its case. */
export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=" | "contains";

/**
 * What a variable is: an expression, not a result. All nodes are sets without duplicates. `variable` and `imported` stand in workspaces only;
 * stores are given programs in which they have been replaced (`expand-program.ts`).
 */
export type Program =
  /** Entities or values by themselves. */
  | { readonly op: "terms"; readonly terms: readonly Term[] }
  /** All instances of a class, and of its subclasses where the vocabulary has them. */
  | { readonly op: "instances"; readonly class: string }
  /** What the step leads to from any member. */
  | { readonly op: "follow"; readonly from: Program; readonly step: Step }
  | {
      readonly op: "intersection" | "union" | "difference";
      readonly left: Program;
      readonly right: Program;
    }
  /** Members with the extreme value; ties are kept. Members without a comparable value are passed over. Where both numbers and dates occur, numbers decide. */
  | {
      readonly op: "argmax" | "argmin";
      readonly of: Program;
      readonly attribute: readonly Step[];
    }
  /** Members of which at least one value of the attribute compares so. `contains` looks into text, whatever its case. */
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
