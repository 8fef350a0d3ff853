import type { Json, JsonObject } from "../util/json.ts";
import type { ActContext } from "./act-context.ts";
import type { Action } from "./action.ts";
import type { Claim } from "./answer.ts";
import type { FoundReading, Readings } from "./readings.ts";
import type { References } from "./references.ts";
import type { Task } from "./task.ts";
import type { OrFailure } from "./tool-failure.ts";

/** What strategies and surfaces may ask for beyond tools. Each is optional, and each has its own conformance suite. */
export interface Capabilities {
  /** Queries beside the tools, and gold queries taken apart. */
  readonly sql?: SqlCapability;
  /** Gold programs of a knowledge base taken apart. */
  readonly graph?: GraphCapability;
  /** An API's operations, and requests checked without sending them. */
  readonly api?: ApiCapability;
  /** What words may mean here: clarification and linking. */
  readonly readings?: Readings;
  /** Rules that read a question without a model. */
  readonly heuristics?: Heuristics;
  /** Indexes that can be built beforehand. */
  readonly preparation?: Preparation;
  /** Results handed over to other environments. */
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
  /** As a query writes it. */
  readonly name: string;
  /** A CREATE statement with columns, types and keys, and nothing of the data. */
  readonly definition: string;
  /**
   * The first rows as lines, the names of the columns first and long cells cut; or why there are none. Absent where none were asked for, and
   * where no value may be told.
   */
  readonly sample?: readonly string[];
}

/** SQL beside the tools: for scorers (full rows, their own time limit) and for the oracle policy. */
export interface SqlCapability {
  /** "sqlite", "postgres", …: for labels and reports only; code asks for facts, never for this name. */
  readonly dialect: string;
  /** What answers queries, as it tells itself: `{ name: "mariadb", version: "11.8.3" }`; for provenance only. Absent where the environment cannot say. */
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
   * All tables and views, in the schema's order, as a language model is to read them: what may not be seen is left out, and below egress `all`
   * values are told by their form at most. The rows are the engine's first ones and are had within `context.limits.milliseconds` together.
   * Absent where the environment cannot say.
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

/** One operation of an API, as tools and lists name it. */
export interface ApiOperation {
  /** `GET /movie/{movie_id}`: unique in its document, and what tools take. */
  readonly id: string;
  /** The document's own name for it, where it has one. */
  readonly operationId?: string;
  /** Upper case. */
  readonly method: string;
  /** With `{parameters}`. */
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

/** Where a value for an argument comes from: a field of the response of another operation. */
export interface ArgumentOrigin {
  /** Id of the other operation. */
  readonly operation: string;
  /** `results[].id` */
  readonly field: string;
}

/** An argument that an operation cannot be called without. */
export interface ApiNeed {
  readonly name: string;
  /** Whether it stands for a thing of the API, so that only a response or a person can give it. */
  readonly isIdentifier: boolean;
  /** A value of the declared type, and nothing that the API knows. */
  readonly example: Json;
}

/** REST API beside the tools: for scorers, the oracle policy and benchmarks. */
export interface ApiCapability {
  /** In the document's order, without those that the configuration denies. */
  readonly operations: readonly ApiOperation[];
  /** The operation that a name means: an id, an operationId, a path with values in it; undefined where none is meant beyond doubt. */
  find(name: string): ApiOperation | undefined;
  /** The best first. */
  search(text: string, limit: number): readonly ApiOperation[];
  /** Checks the arguments and says what would be sent, or what is wrong with them; sends nothing. */
  prepare(
    operation: string,
    given: JsonObject,
    context: ActContext,
  ): Promise<OrFailure<{ readonly request: PreparedRequest }>>;
  /** Operations that return what this argument wants, the likeliest first. */
  origins(operation: string, argument: string): readonly ArgumentOrigin[];
  /** What has to be given, members of a body by their own names; nothing for an operation that there is not. Absent where the environment cannot say. */
  needs?(operation: string): readonly ApiNeed[];
}

/** How far a preparation has come. */
export interface PreparationProgress {
  /** 0 to 1. */
  readonly share: number;
  /** What is being worked on, in a few words. */
  readonly text: string;
}

/** Work that makes later actions quick and that an environment does by itself when needed: a value index, a label index. */
export interface Preparation {
  /** What there is to do, where that costs others something: `isLarge` asks for leave before `prepare`. */
  estimate?(options: {
    readonly signal: AbortSignal;
  }): Promise<{ readonly text: string; readonly isLarge: boolean }>;
  /** Does what is out of date; returns at once when nothing is. The result says in one line what there is now. */
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
  /** To be taken in order from a fresh workspace. */
  readonly plan: readonly PlannedStep[];
  /** To be handed in after them. */
  readonly claim: Claim;
  /** 0 to 1: share of similar readings expected to be right. */
  readonly confidence: number;
  /** What was taken for granted, one sentence each, to be said with the answer. */
  readonly assumptions: readonly string[];
  /** Names of the rules that read it; benchmarks count them. */
  readonly rules?: readonly string[];
}

/** A question that the rules cannot place: nobody is asked and nothing is done. */
export interface NotUnderstood {
  readonly understood: false;
  /** One sentence for the person. */
  readonly reason: string;
  /** The words of the question that no rule could place. */
  readonly words: readonly string[];
  /** Questions like it that the rules would answer. */
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
 * What the built-in policy needs: deterministic rules of the environment that turn a question into a plan, or say which words they did
 * not understand. What `task.settled` says of words holds. No language model is involved.
 */
export interface Heuristics {
  /** The same question, data and settled words give the same result. */
  interpret(task: Task, context: ActContext): Promise<Understood | NotUnderstood | Unclear>;
}
