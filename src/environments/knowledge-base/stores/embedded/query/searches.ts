import type { Algebra } from "@traqula/algebra-transformations-1-1";
import type { Solution, Solutions } from "./solution.ts";

/** An EXISTS or NOT EXISTS in an expression. */
type Existence = Extract<Algebra.Expression, { readonly subType: "existence" }>;

/**
 * Expressions are evaluated at once, but an EXISTS in one may search for long. When a pause is due in the middle, the search is put aside here, the
 * expression comes out as an error, `unfinished` says that it is none, and evaluating it again takes the search up where it was left.
 */
export class Searches {
  readonly #aside = new Map<Existence, Iterator<Solution | undefined> | boolean>();
  unfinished = false;

  /** Whether there is a solution; undefined where that is not known yet. `begin` starts the search. */
  found(existence: Existence, begin: () => Solutions): boolean | undefined {
    if (this.unfinished) return undefined;
    const aside = this.#aside.get(existence);
    if (typeof aside === "boolean") return aside;
    const search = aside ?? begin()[Symbol.iterator]();
    const { done, value } = search.next();
    if (done !== true && value === undefined) {
      this.#aside.set(existence, search);
      this.unfinished = true;
      return undefined;
    }
    const exists = done !== true;
    if (exists) search.return?.();
    // An expression that pauses once more for another EXISTS must not search for this one again.
    if (aside !== undefined) this.#aside.set(existence, exists);
    return exists;
  }

  /** The expression has its value for this solution; for the next one the search begins anew. */
  finish(expression: Algebra.Expression): void {
    if (expression.subType === "existence") this.#aside.delete(expression);
    if (expression.subType === "operator" || expression.subType === "named")
      for (const each of expression.args) this.finish(each);
  }
}
