import { z } from "zod";
import type { JsonObject } from "../../util/json.ts";
import { nodesOf, type Program } from "./program/program.ts";
import type { Term } from "./term/term.ts";
import type { ClassCount, TermsKind } from "./triple-store/triple-store.ts";

/** A set of terms of one kind: its program, and the facts known without another query. */
export interface Variable {
  /** May refer to earlier variables. */
  readonly program: Program;
  readonly size: number;
  readonly kind: TermsKind;
  readonly classes: readonly ClassCount[];
  readonly classesComplete: boolean;
  /** The tool that made the variable. */
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** A name that stands for one entity in this workspace. */
export interface LinkedName {
  readonly name: string;
  readonly term: Term;
}

/** Workspace of a knowledge base. Subjects are `#3` or the text of an entity's term. */
export interface KnowledgeBaseState {
  readonly question?: string;
  readonly variables: readonly Variable[];
  /** Subjects whose relations were listed. */
  readonly relationsOf: readonly string[];
  /** Subjects whose attributes were listed. */
  readonly attributesOf: readonly string[];
  readonly linked: readonly LinkedName[];
  /** Texts that `find_entities` searched. */
  readonly searched: readonly string[];
}

/** Most linked names in a workspace; the oldest are dropped first. */
const MOST_LINKED = 40;

const text = z.string();
const term: z.ZodType<Term> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("iri"), value: text }),
    z.strictObject({ kind: z.literal("blank"), value: text }),
    z.strictObject({
      kind: z.literal("literal"),
      value: text,
      datatype: text.exactOptional(),
      language: text.exactOptional(),
    }),
  ]),
);
const step = z.strictObject({ predicate: text, inverse: z.boolean() });
const attribute = z.array(step).min(1);
const count = z.int().min(0);
const program: z.ZodType<Program> = z.lazy(() =>
  z.discriminatedUnion("op", [
    z.strictObject({ op: z.literal("terms"), terms: z.array(term) }),
    z.strictObject({ op: z.literal("instances"), class: text }),
    z.strictObject({ op: z.literal("follow"), from: program, step }),
    z.strictObject({
      op: z.enum(["intersection", "union", "difference"]),
      left: program,
      right: program,
    }),
    z.strictObject({ op: z.enum(["argmax", "argmin"]), of: program, attribute }),
    z.strictObject({
      op: z.literal("filter"),
      of: program,
      attribute,
      comparison: z.enum(["=", "!=", "<", "<=", ">", ">=", "contains"]),
      value: term,
    }),
    z.strictObject({ op: z.literal("count"), of: program }),
    z.strictObject({ op: z.literal("variable"), index: count }),
    z.strictObject({
      op: z.literal("imported"),
      terms: z.strictObject({ sha256: text, bytes: count, mediaType: text }),
      size: count,
    }),
  ]),
);
export const stateSchema = z
  .strictObject({
    question: text.exactOptional(),
    variables: z.array(
      z.strictObject({
        program,
        size: count,
        kind: z.enum(["entities", "numbers", "dates", "texts", "mixed", "none"]),
        classes: z.array(z.strictObject({ class: text, count })),
        classesComplete: z.boolean(),
        tool: text,
        arguments: z.record(text, z.json()) as unknown as z.ZodType<JsonObject>,
      }),
    ),
    relationsOf: z.array(text),
    attributesOf: z.array(text),
    linked: z.array(z.strictObject({ name: text, term })),
    searched: z.array(text),
  })
  .refine(({ variables }) =>
    variables.every((each, at) => refersBefore(each.program as Program, at)),
  ) as unknown as z.ZodType<KnowledgeBaseState>;

export function emptyState(question: string | undefined): KnowledgeBaseState {
  const empty = { variables: [], relationsOf: [], attributesOf: [], linked: [], searched: [] };
  return question === undefined ? empty : { question, ...empty };
}

/** The state with these links added; the last link of a name wins. */
export function withLinked(
  current: KnowledgeBaseState,
  names: readonly (LinkedName | undefined)[],
): KnowledgeBaseState {
  const linked = names.reduce<readonly LinkedName[]>((all, next) => {
    if (next === undefined) return all;
    return [...all.filter(({ name }) => name !== next.name), next];
  }, current.linked);
  return linked === current.linked ? current : { ...current, linked: linked.slice(-MOST_LINKED) };
}

/** The state after a search for this text. */
export function withSearched(current: KnowledgeBaseState, searched: string): KnowledgeBaseState {
  const others = current.searched.filter((each) => each !== searched);
  return { ...current, searched: [...others, searched].slice(-MOST_LINKED) };
}

/** The state after an action listed the relations or the attributes of a subject. */
export function withListed(
  current: KnowledgeBaseState,
  what: "relationsOf" | "attributesOf",
  subject: string,
): KnowledgeBaseState {
  return current[what].includes(subject) ? current : { ...current, [what]: [...current[what], subject] };
}

function refersBefore(value: Program, index: number): boolean {
  return nodesOf(value).every((node) => node.op !== "variable" || node.index < index);
}
