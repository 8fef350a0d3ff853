/**
 * How a knowledge base says what every knowledge base says in its own way: which predicates label, type and alias; which nodes only hold
 * others together. Lists are in order of preference; IRIs are full. See `presets.ts` for `rdfs`, `freebase`, `wikidata`, `dbpedia`.
 */
export interface Vocabulary {
  /** Of the preset, or your own. */
  readonly name: string;
  /** Prefix to namespace, for the short names that models and people read and write. An empty prefix stands for names without a colon. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Predicates that lead to the name a thing is shown by. */
  readonly label: readonly string[];
  /** Further names, found by `find_entities` but not shown as the name. */
  readonly alias: readonly string[];
  /** Predicates that lead from an instance to its class. */
  readonly type: readonly string[];
  /** Predicates that lead from a class to one above it. */
  readonly subclass: readonly string[];
  /** A regular expression (`u`) over full IRIs: what matches is read as a class where a program names it by itself. Absent where names do not tell. */
  readonly classPattern?: string;
  /** Predicates that lead to a sentence about a thing. */
  readonly description: readonly string[];
  /** Language tags of labels, best first; `""` is text without a language. Others are taken where none of these is there. */
  readonly languages: readonly string[];
  /**
   * Nodes that stand for a statement (Freebase CVTs, Wikidata statements): a relation that ends in one is listed together with the relation
   * that leads on from it, as one relation of two steps.
   */
  readonly mediators: {
    readonly classes: readonly string[];
    /** Beginnings of their IRIs. */
    readonly prefixes: readonly string[];
    /** Nodes without a label that are reached from labelled ones count as mediators, too. */
    readonly unlabelled: boolean;
  };
  /** Predicates that are not listed as relations: labels, types, schema, links to other sites. A trailing `*` stands for any rest. */
  readonly hidden: readonly string[];
  /** Kinds of predicates whose objects do not say so themselves (numbers or dates kept as plain text). */
  readonly attributes: Readonly<Record<string, "number" | "date">>;
}
