import type { Json } from "../util/json.ts";
import type { ActContext } from "./act-context.ts";
import type { Action } from "./action.ts";
import type { Claim } from "./answer.ts";
import type { FoundReading, Readings } from "./readings.ts";
import type { References } from "./references.ts";
import type { Task } from "./task.ts";

/** Optional interfaces beside the tools, for strategies and surfaces. Each has its own conformance suite. */
export interface Capabilities {
  /** Runs queries beside the tools, and splits gold queries into actions. */
  readonly sql?: SqlCapability;
  /** Splits gold programs of a knowledge base into actions. */
  readonly graph?: GraphCapability;
  /** An API's operations. */
  readonly api?: ApiCapability;
  /** Finds meanings of words, for clarification and linking. */
  readonly readings?: Readings;
  /** Rules that interpret a question without a model. */
  readonly heuristics?: Heuristics;
  /** Indexes that can be built beforehand. */
  readonly preparation?: Preparation;
  /** Passes results to other environments. */
  readonly references?: References;
}

/** Rows of a query, each with one value per column. */
export interface SqlRows {
  readonly columns: readonly string[];
  /** Values as JSON: integers beyond 2^53 are decimal strings, binary content is `\x` and hexadecimal digits. */
  readonly rows: readonly (readonly Json[])[];
  /** True when `maxRows` cut the result off (a probe for one row more is made). */
  readonly truncated: boolean;
}

/** One table or view as a prompt without tools shows it. */
export interface TableDefinition {
  /** Name as queries write it. */
  readonly name: string;
  /** A CREATE statement with columns, types and keys, and nothing of the data. */
  readonly definition: string;
  /** The first rows as lines, column names first and long cells cut, or why there are none. Absent if none were requested or values are withheld. */
  readonly sample?: readonly string[];
  /** The definition as data, with names not qualified by a schema; absent for views. */
  readonly declared?: {
    readonly name: string;
    /** `type` as the engine writes it; empty where there is none. */
    readonly columns: readonly {
      readonly name: string;
      readonly type: string;
      readonly notNull: boolean;
      readonly unique: boolean;
    }[];
    readonly primaryKey: readonly string[];
    /** `columns` refer to the columns `referenced` of another table, in the same order. */
    readonly foreignKeys: readonly {
      readonly columns: readonly string[];
      readonly table: string;
      readonly referenced: readonly string[];
    }[];
  };
}

/** SQL beside the tools: for scorers (full rows, their own time limit) and for the oracle policy. */
export interface SqlCapability {
  /** "sqlite", "postgres", …: for labels and reports only; code asks for facts, never for this name. */
  readonly dialect: string;
  /** The engine's own name and version: `{ name: "mariadb", version: "11.8.3" }`; for provenance only. Absent where the environment cannot say. */
  readonly engine?: { readonly name: string; readonly version: string };
  /**
   * Runs one read-only statement outside the tools' bounds; `context.limits.milliseconds` still holds.
   * @throws FuxiError `engine-error`, `engine-timeout`, `cancelled`
   */
  query(sql: string, options: { readonly maxRows: number }, context: ActContext): Promise<SqlRows>;
  /**
   * The functional actions that rebuild a query clause by clause, each clause verbatim, in an order that satisfies the prerequisites.
   * Undefined when the query cannot be taken apart.
   */
  takeApart(sql: string): readonly Action[] | undefined;
  /**
   * All tables and views for a language model, in the schema's order. Objects that privacy rules deny are left out; below egress `all`, values
   * are shown by their form at most. Sample rows are the engine's first ones; reading all of them takes at most `context.limits.milliseconds`.
   * Absent where the environment does not support it.
   * @throws FuxiError `cancelled`
   */
  definitions?(
    options: { readonly sampleRows: number },
    context: ActContext,
  ): Promise<readonly TableDefinition[]>;
}

/** One end of a triple, as it is shown. */
export interface GraphTerm {
  /** A label, a value, or a short name where there is no label. */
  readonly text: string;
  /** Identifier by which calls can name it; absent for values. */
  readonly id?: string;
}

/** One statement, as it is shown. */
export interface GraphTriple {
  readonly subject: GraphTerm;
  readonly predicate: string;
  readonly object: GraphTerm;
}

/** The triples around some entities. */
export interface Neighbourhood {
  /** The entities at the centre. */
  readonly entities: readonly GraphTerm[];
  /** Requested identifiers and names that do not exist here. */
  readonly unknown: readonly string[];
  /** Nearest first, without duplicates, labels and types. */
  readonly triples: readonly GraphTriple[];
  /** True if a bound on neighbours, triples or time has left something out. */
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
   * The triples within `hops` steps, in either direction, of the named entities or of those that the question names. Work and result are bounded:
   * of nodes with very many neighbours only some neighbours are read, and everything ends within `context.limits.milliseconds`. Below egress
   * `all` names are shown by their form at most. Absent where the environment does not support it.
   * @throws FuxiError `cancelled`, and what the store throws
   */
  triplesAround?(
    around: { readonly entities: readonly string[] } | { readonly question: string },
    options: { readonly hops: number; readonly most: number },
    context: ActContext,
  ): Promise<Neighbourhood>;
}

/** One operation of an API, as tools and lists name it. */
export interface ApiOperation {
  /** `GET /movie/{movie_id}`: unique in its document; tools take this id. */
  readonly id: string;
  /** The document's own name for it, where it has one. */
  readonly operationId?: string;
  /** Upper case. */
  readonly method: string;
  /** Path template with `{parameters}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
}

/** A request as it would be sent, but for credentials. */
export interface PreparedRequest {
  /** Upper case. */
  readonly method: string;
  /** Absolute, without credentials. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text of the body; of a multipart body, its parts in words. */
  readonly body?: string;
}

/** An API's operations beside the tools, for building benchmark questions. */
export interface ApiCapability {
  /** In the document's order, without those that the configuration denies. */
  readonly operations: readonly ApiOperation[];
  /** Best matches first. */
  search(text: string, limit: number): readonly ApiOperation[];
  readonly tools: ApiTools;
}

/** Names of an API's tools by purpose, so that a strategy for any API need not know them. */
export type ApiTools = Readonly<Record<"find" | "describe" | "call" | "extract", string>>;

/** How far a preparation has come. */
export interface PreparationProgress {
  /** 0 to 1. */
  readonly share: number;
  /** What is being worked on, in a few words. */
  readonly text: string;
}

/** Builds indexes (of values, of labels) that speed up later actions. Environments also build them by themselves when needed. */
export interface Preparation {
  /** Describes the work, if it puts load on others. `isLarge`: ask for permission before `prepare`. */
  estimate?(options: {
    readonly signal: AbortSignal;
  }): Promise<{ readonly text: string; readonly isLarge: boolean }>;
  /** Rebuilds outdated indexes; returns at once if none is. The result describes the indexes in one line. */
  prepare(options: {
    readonly signal: AbortSignal;
    readonly onProgress?: (progress: PreparationProgress) => void;
  }): Promise<{ readonly text: string }>;
}

/** One action of a plan, and why it is taken. */
export interface PlannedStep {
  /** Why the step is taken, in one sentence a person can follow. */
  readonly thought: string;
  readonly action: Action;
}

/** A question understood by rules, as a plan over the environment's own tools. */
export interface Understood {
  readonly understood: true;
  /** Steps in order, from a fresh workspace. */
  readonly plan: readonly PlannedStep[];
  /** Claim to hand in after the steps. */
  readonly claim: Claim;
  /** 0 to 1: share of similar readings expected to be right. */
  readonly confidence: number;
  /** Assumptions, one sentence each, to be shown with the answer. */
  readonly assumptions: readonly string[];
  /** Names of the rules that applied; benchmarks count them. */
  readonly rules?: readonly string[];
}

/** A question that the rules do not understand: nobody is asked and nothing is done. */
export interface NotUnderstood {
  readonly understood: false;
  /** One sentence for the person. */
  readonly reason: string;
  /** The words of the question that no rule understood. */
  readonly words: readonly string[];
  /** Similar questions that the rules can answer. */
  readonly examples?: readonly string[];
  readonly unclear?: never;
}

/** A question that can be understood in several ways which lead to different results, or that lacks something only the person knows. */
export interface Unclear {
  readonly understood: false;
  /** One sentence for the person. */
  readonly reason: string;
  /** The words that are unclear, as they stand in the question; none where something is missing altogether. */
  readonly words: readonly string[];
  readonly unclear: {
    readonly kind: "missing" | "problematic" | "several-meanings";
    readonly question: string;
    readonly readings: readonly FoundReading[];
  };
}

/**
 * What the built-in policy needs: deterministic rules of the environment that turn a question into a plan, or say which words they did not
 * understand. Meanings in `task.settled` are binding. No language model is involved.
 */
export interface Heuristics {
  /** The same question, data and settled words give the same result. */
  interpret(task: Task, context: ActContext): Promise<Understood | NotUnderstood | Unclear>;
}
