import type { Preparation } from "../../../environment/capabilities.ts";
import type { Program, Step } from "../program/program.ts";
import type { Term } from "../term/term.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import type { StoreBounds } from "./triple-store-error.ts";

/** What a store is, in words that may be shown. */
export interface StoreTarget {
  /** The file's or server's own name, never with a path or credentials. */
  readonly name: string;
  /** A stable key of this target for the cache folder (a hash; nothing can be read from it). */
  readonly key: string;
  /** "embedded", "Virtuoso", …: for labels only; code asks for abilities. */
  readonly engine: string;
}

/** Of what the members of a set are. "numbers" and "dates" can be compared; "texts" is any other literal; "mixed" more than one of these kinds. */
export type TermsKind = "entities" | "numbers" | "dates" | "texts" | "mixed" | "none";

/** A class (full IRI) and the number of its instances. */
export interface ClassCount {
  readonly class: string;
  readonly count: number;
}

/** What a set is like, without its members. */
export interface SetSummary {
  /** Exact. */
  readonly size: number;
  /** Of what its members are. */
  readonly kind: TermsKind;
  /** Classes of the members, most frequent first, at most 8. */
  readonly classes: readonly ClassCount[];
  /** Whether `classes` names all classes of the members and every member has one: only then can types rule anything out. */
  readonly classesComplete: boolean;
  /** Some members, the same each time, at most as many as were asked for. */
  readonly sample: readonly Term[];
}

/** Members of a set: all, or `limit` of them. A store that cannot give that many says so by an error. */
export interface Members {
  /** Where complete, ordered by `termText` and so the same in every store; otherwise whichever the store gives first, the same each time. */
  readonly terms: readonly Term[];
  /** False where there are more than `limit`. */
  readonly complete: boolean;
}

/** One relation of a set: where it leads, and how many members have it. */
export interface RelationFacts {
  /** One step; two where the first ends in mediators. */
  readonly path: readonly Step[];
  /** Members of the set that have it. */
  readonly members: number;
  /** What it leads to, and the most frequent class of that, where it has one. */
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

/** A class with the classes right above it, without those above these. */
export interface SchemaClass extends ClassCount {
  /** Full IRIs, at most 3; absent where nothing is stated. */
  readonly above?: readonly string[];
}

/** The classes that it takes for what stands at one side of a predicate. */
export interface SideClasses {
  /** Those that cover most, at most 3. */
  readonly first: readonly string[];
  /** How many others it takes. */
  readonly more: number;
}

/** One predicate of the whole graph. */
export interface PredicateFacts {
  /** Full IRI. */
  readonly predicate: string;
  /** How many have it. */
  readonly triples: number;
  /** The most frequent class of its subjects and of its objects, from a bounded sample where counting all would cost too much. */
  readonly subjectClass?: string;
  readonly objectClass?: string;
  /** Where one class does not cover its subjects, or its objects; begins with that one. */
  readonly subjectClasses?: SideClasses;
  readonly objectClasses?: SideClasses;
  /** Of what its objects are. */
  readonly objectKind: TermsKind;
}

/** What a graph holds: its classes and its predicates. */
export interface GraphSchema {
  /** Absent where counting would cost too much. */
  readonly triples?: number;
  /** Absent where counting would cost too much. */
  readonly entities?: number;
  /** Most instances first, instances of subclasses not counted in. */
  readonly classes: readonly SchemaClass[];
  /** Without hidden ones; most triples first. */
  readonly predicates: readonly PredicateFacts[];
  /** False where the store gave only some of them. */
  readonly complete: boolean;
}

/** The values that one step leads to from an entity. */
export interface Fact {
  readonly step: Step;
  /** Some values, at most as many as were asked for. */
  readonly values: readonly Term[];
  /** Number of all of them. */
  readonly total: number;
}

/** Rows of a SELECT or ASK. */
export interface QueryResult {
  /** Without `?`, in the order of the columns. */
  readonly variables: readonly string[];
  /** One term or nothing per variable. An ASK is one row with the variable `answer`. */
  readonly rows: readonly (readonly (Term | undefined)[])[];
  /** True when there are more rows than were asked for, or than the engine gives. */
  readonly truncated: boolean;
}

/**
 * One knowledge base that can be asked but not changed. Sets are computed where the data are; only samples, counts and what is asked for by
 * number come out. All methods may be called in parallel, and results are complete and the same in every store.
 *
 * @throws TripleStoreError; FuxiError `cancelled`. After an error the next call works.
 */
export interface TripleStore {
  readonly target: StoreTarget;
  /** A key of the privacy rules that hold for it; absent where everything may be seen. */
  readonly policyKey?: string;
  /** How its data say things. */
  readonly vocabulary: Vocabulary;
  /** Finding things by their names. */
  readonly labelSearch: LabelSearch;
  /** Building its name index beforehand, where it has one. */
  readonly preparation?: Preparation;
  /** A text that changes whenever the data may have changed, cheap to ask for. */
  dataVersion(bounds: StoreBounds): Promise<string>;
  /** Size, kinds and classes of a set, with some members. */
  summarize(program: Program, options: { readonly sample: number }, bounds: StoreBounds): Promise<SetSummary>;
  /** The members themselves. */
  members(program: Program, options: { readonly limit: number }, bounds: StoreBounds): Promise<Members>;
  /** Of all members together, both directions, hidden ones left out; in no particular order. */
  relations(program: Program, bounds: StoreBounds): Promise<readonly RelationFacts[]>;
  /** Numbers and dates only. */
  attributes(program: Program, bounds: StoreBounds): Promise<readonly AttributeFacts[]>;
  /** The label of each term in the best language there is; undefined where it has none. Literals have none. */
  labels(terms: readonly Term[], bounds: StoreBounds): Promise<readonly (string | undefined)[]>;
  /** What is said of each entity, subject to object, hidden predicates left out. */
  facts(
    terms: readonly Term[],
    options: { readonly valuesPerPredicate: number },
    bounds: StoreBounds,
  ): Promise<readonly (readonly Fact[])[]>;
  /** Whether any node is an instance of both classes. Known classes of disjoint sets let an intersection be refused without computing it. */
  classesMeet(a: string, b: string, bounds: StoreBounds): Promise<boolean>;
  /** Shortest chains of steps from one node to another, at most `maxSteps` long and at most 5; empty where there is none. */
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

/** How a name and the text that was looked for go together, nearest first. */
export type NameTier =
  | "exact"
  /** Equal but for case, accents or surrounding space. */
  | "folded"
  /** Same words in another order, or all words of the one in the other. */
  | "words"
  | "abbreviation"
  /** Few edits apart. */
  | "typo";

/** Something whose name goes together with the text. */
export interface NameMatch {
  readonly term: Term;
  /** The label or alias that matched, as stored. */
  readonly name: string;
  /** True where the name is not the one it is shown by. */
  readonly alias: boolean;
  readonly tier: NameTier;
  /** 0 to 1; matches are ordered by it, then by `weight`. */
  readonly score: number;
  /** Number of triples around the entity, where it is known without counting. */
  readonly weight?: number;
}

/**
 * Finds entities and classes by their names. What a store cannot do is a stated ability, never a time-out.
 */
export interface LabelSearch {
  /** "fuzzy" finds typos, "words" finds names that hold the words, "exact" only whole names (case and language as stored, or nearly so). */
  readonly mode: "fuzzy" | "words" | "exact";
  /** What it cannot do, in one sentence for models and people; empty for "fuzzy". */
  readonly limitation: string;
  /** Best first. `complete` is false where not everything could be looked through. */
  find(
    text: string,
    options: { readonly limit: number; readonly among: "entities" | "classes" },
    bounds: StoreBounds,
  ): Promise<{ readonly matches: readonly NameMatch[]; readonly complete: boolean }>;
}
