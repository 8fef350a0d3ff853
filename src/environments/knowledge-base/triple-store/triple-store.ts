import type { Preparation } from "../../../environment/capabilities.ts";
import type { Program, Step } from "../program/program.ts";
import type { Term } from "../term/term.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import type { StoreBounds } from "./triple-store-error.ts";

/** A store's identity, safe to show. */
export interface StoreTarget {
  /** The file's or server's own name, never with a path or credentials. */
  readonly name: string;
  /** A stable key of this target for the cache folder (a hash; nothing can be read from it). */
  readonly key: string;
  /** "embedded", "Virtuoso", …: for display only; code checks abilities instead. */
  readonly engine: string;
}

/** What kind of terms a set holds. "numbers" and "dates" can be compared; "texts" are any other literals; "mixed" is more than one of these kinds. */
export type TermsKind = "entities" | "numbers" | "dates" | "texts" | "mixed" | "none";

/** A class (full IRI) and the number of its instances. */
export interface ClassCount {
  readonly class: string;
  readonly count: number;
}

/** Size, kind and classes of a set, with a sample of its members. */
export interface SetSummary {
  /** Exact. */
  readonly size: number;
  /** Kind of its members. */
  readonly kind: TermsKind;
  /** Classes of the members, most frequent first, at most 8. */
  readonly classes: readonly ClassCount[];
  /** Whether `classes` names all classes of the members and every member has one: only then can types rule anything out. */
  readonly classesComplete: boolean;
  /** Some members, the same each time, at most as many as were asked for. */
  readonly sample: readonly Term[];
}

/** Members of a set: all, or `limit` of them. A store that cannot return that many throws an error. */
export interface Members {
  /** If complete, ordered by `termText` and so the same in every store; otherwise the store's first `limit`, the same each time. */
  readonly terms: readonly Term[];
  /** False if there are more than `limit`. */
  readonly complete: boolean;
}

/** One relation of a set: its target, and how many members have it. */
export interface RelationFacts {
  /** One step, or two if the first ends in mediators. */
  readonly path: readonly Step[];
  /** Members of the set that have it. */
  readonly members: number;
  /** Kind of the terms that the relation leads to, and their most frequent class, if they have any. */
  readonly end: { readonly kind: TermsKind; readonly class?: string };
}

/** One attribute of a set, with its range. */
export interface AttributeFacts {
  /** From a member to the value. */
  readonly path: readonly Step[];
  readonly kind: "number" | "date";
  /** Members of the set that have a value of that kind. */
  readonly members: number;
  /** A literal. */
  readonly least: Term;
  /** A literal. */
  readonly greatest: Term;
}

/** A class with its direct superclasses. */
export interface SchemaClass extends ClassCount {
  /** Full IRIs of direct superclasses, at most 3; absent if the data state none. */
  readonly above?: readonly string[];
}

/** Classes of a predicate's subjects, or of its objects. Counted on a bounded sample if counting all would cost too much. */
export interface SideClasses {
  /** The classes that cover the most terms, at most 3, most frequent first; empty if no term there has a class. */
  readonly first: readonly string[];
  /** Number of further classes. */
  readonly more: number;
}

/** One predicate of the whole graph. */
export interface PredicateFacts {
  /** Full IRI. */
  readonly predicate: string;
  /** Number of triples with this predicate. */
  readonly triples: number;
  readonly subjectClasses: SideClasses;
  readonly objectClasses: SideClasses;
  /** Kind of its objects. */
  readonly objectKind: TermsKind;
}

/** What a graph holds: its classes and its predicates. */
export interface GraphSchema {
  /** Absent if counting would cost too much. */
  readonly triples?: number;
  /** Absent if counting would cost too much. */
  readonly entities?: number;
  /** Most instances first, instances of subclasses not counted in. */
  readonly classes: readonly SchemaClass[];
  /** Without hidden predicates; most triples first. */
  readonly predicates: readonly PredicateFacts[];
  /** False if the store listed only some of the classes or predicates. */
  readonly complete: boolean;
}

/** Values that one step leads to from an entity. */
export interface Fact {
  readonly step: Step;
  /** Some values, at most as many as were asked for. */
  readonly values: readonly Term[];
  /** Number of all values. */
  readonly total: number;
}

/** Rows of a SELECT or ASK. */
export interface QueryResult {
  /** Without `?`, in the order of the columns. */
  readonly variables: readonly string[];
  /** One term, or undefined, per variable. An ASK is one row with the variable `answer`. */
  readonly rows: readonly (readonly (Term | undefined)[])[];
  /** True when there are more rows than were asked for, or than the engine gives. */
  readonly truncated: boolean;
}

/**
 * One knowledge base, read-only. Sets are computed where the data are; only samples, counts and a bounded number of terms are
 * returned. All methods may be called in parallel, and results are complete and the same in every store.
 *
 * @throws TripleStoreError; FuxiError `cancelled`. After an error the next call works.
 */
export interface TripleStore {
  readonly target: StoreTarget;
  /** A key of the store's privacy rules; absent if nothing is hidden. */
  readonly policyKey?: string;
  /** Predicates by which the data state labels, classes and the like. */
  readonly vocabulary: Vocabulary;
  /** Finds entities and classes by their names. */
  readonly labelSearch: LabelSearch;
  /** Builds the name index in advance; absent if the store has none. */
  readonly preparation?: Preparation;
  /** A text that changes whenever the data may have changed, cheap to ask for. */
  dataVersion(bounds: StoreBounds): Promise<string>;
  /** Size, kinds and classes of a set, with some members. */
  summarize(program: Program, options: { readonly sample: number }, bounds: StoreBounds): Promise<SetSummary>;
  /** The members themselves. */
  members(program: Program, options: { readonly limit: number }, bounds: StoreBounds): Promise<Members>;
  /** Relations of all members together, in both directions, without hidden ones; in no particular order. */
  relations(program: Program, bounds: StoreBounds): Promise<readonly RelationFacts[]>;
  /** Attributes whose values are numbers or dates. */
  attributes(program: Program, bounds: StoreBounds): Promise<readonly AttributeFacts[]>;
  /** The label of each term in the best available language; undefined for terms without a label and for literals. */
  labels(terms: readonly Term[], bounds: StoreBounds): Promise<readonly (string | undefined)[]>;
  /** Outgoing facts of each entity (subject to object), without hidden predicates. */
  facts(
    terms: readonly Term[],
    options: { readonly valuesPerPredicate: number },
    bounds: StoreBounds,
  ): Promise<readonly (readonly Fact[])[]>;
  /** The shortest chains of steps from one node to another (at most 20), at most `maxSteps` and never more than 5 steps long; empty if there is none. */
  paths(
    from: Term,
    to: Term,
    options: { readonly maxSteps: number },
    bounds: StoreBounds,
  ): Promise<readonly (readonly { readonly step: Step; readonly node: Term }[])[]>;
  /** Classes and predicates of the whole graph. */
  schema(bounds: StoreBounds): Promise<GraphSchema>;
  /** Runs one SELECT or ASK. */
  query(sparql: string, options: { readonly maxRows: number }, bounds: StoreBounds): Promise<QueryResult>;
  close(): Promise<void>;
}

/** How a name matches the search text, nearest first. */
export type NameTier =
  | "exact"
  /** Equal except for case, accents or surrounding space. */
  | "folded"
  /** Same words in another order, or all words of the one in the other. */
  | "words"
  | "abbreviation"
  /** Few edits apart. */
  | "typo";

/** An entity or class whose name matches the search text. */
export interface NameMatch {
  readonly term: Term;
  /** The label or alias that matched, as stored. */
  readonly name: string;
  /** True if `name` is not the label by which the term is shown. */
  readonly alias: boolean;
  readonly tier: NameTier;
  /** 0 to 1; matches are ordered by it, then by `weight`. */
  readonly score: number;
  /** Number of triples around the entity, if known without counting. */
  readonly weight?: number;
}

/**
 * Finds entities and classes by their names. A store states the abilities that it lacks; it never answers with a time-out instead.
 */
export interface LabelSearch {
  /** "fuzzy" finds typos, "words" finds names that contain the words, "exact" only whole names (case and language as stored, or nearly so). */
  readonly mode: "fuzzy" | "words" | "exact";
  /** What this search cannot do, in one sentence for models and people; empty for "fuzzy". */
  readonly limitation: string;
  /** Best first. `complete` is false if not all names could be searched. */
  find(
    text: string,
    options: { readonly limit: number; readonly among: "entities" | "classes" },
    bounds: StoreBounds,
  ): Promise<{ readonly matches: readonly NameMatch[]; readonly complete: boolean }>;
}
