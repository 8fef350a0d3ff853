import type { ActContext } from "./act-context.ts";
import type { Action } from "./action.ts";
import type { Claim } from "./answer.ts";

/** One end of a triple, as it is shown. */
export interface GraphTerm {
  /** A label, a value, or a short name where there is no label. */
  readonly text: string;
  /** By which it can be named again; absent for values. */
  readonly id?: string;
}

/** One statement, as it is shown. */
export interface GraphTriple {
  readonly subject: GraphTerm;
  readonly predicate: string;
  readonly object: GraphTerm;
}

/** What stands around some entities. */
export interface Neighbourhood {
  /** Those that it is around. */
  readonly entities: readonly GraphTerm[];
  /** Of what was asked for: identifiers and names that nothing here has. */
  readonly unknown: readonly string[];
  /** Nearest first, each once; labels and types are not among them. */
  readonly triples: readonly GraphTriple[];
  /** True where there may be more than these: a node has more neighbours, or the time more triples, than are looked at. */
  readonly cut: boolean;
}

/** Capability: what strategies and evaluation ask of a knowledge base beyond its tools. */
export interface GraphCapability {
  /**
   * The actions that build a program (an S-expression in the KBQA-Agent format, names as this knowledge base writes them) from an empty
   * workspace, and the claim that hands it in; undefined where the program cannot be built with the tools. `(NAMED "Berlin")` stands for the one
   * entity of that label, for gold that names its entities so; where none or several have it, the program cannot be built.
   *
   * @throws FuxiError `data-invalid` where the text is no program
   */
  takeApart(
    program: string,
    context: ActContext,
  ): Promise<{ readonly actions: readonly Action[]; readonly claim: Claim } | undefined>;
  /**
   * Identifiers, as calls take them, of the entities whose label is that text letter by letter; aliases do not count.
   * @throws FuxiError `engine-error`, `engine-timeout`, `engine-unavailable`, `cancelled`
   */
  named(label: string, context: ActContext): Promise<readonly string[]>;
  /**
   * The triples within so many steps of entities, in either direction: of those named, or of those that the question names. Work and result
   * are bounded also around nodes with very many neighbours, of which then only some are looked at; everything ends within
   * `context.limits.milliseconds`. Below egress `all` names are told by their form at most. Absent where the environment cannot say.
   * @throws FuxiError `cancelled`, and what the store throws
   */
  triplesAround?(
    around: { readonly entities: readonly string[] } | { readonly question: string },
    options: { readonly hops: number; readonly most: number },
    context: ActContext,
  ): Promise<Neighbourhood>;
}
