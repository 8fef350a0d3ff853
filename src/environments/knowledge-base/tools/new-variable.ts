import { z } from "zod";
import { keepLines } from "../../../environment/artifact-content.ts";
import {
  changed,
  type Marked,
  type MarkedObject,
  ownText,
  redacted,
  say,
  schemaName,
} from "../../../environment/egress/marks.ts";
import type { MarkedObservation } from "../../../environment/observation.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { GraphReader } from "../access/graph-reader.ts";
import { type KnowledgeBaseState, type Variable, withLinked } from "../knowledge-base-state.ts";
import type { Program } from "../program/program.ts";
import { type Term, uniqueTerms } from "../term/term.ts";
import type { SetSummary, TermsKind } from "../triple-store/triple-store.ts";
import { hangsOnNotes, whatItHangsOn } from "../variants/what-it-hangs-on.ts";
import type { Names } from "../vocabulary/names.ts";
import { identifierOf } from "../vocabulary/names.ts";
import { observe, type ToolCall } from "./knowledge-base-tool.ts";
import type { Subject } from "./subject.ts";

/** Most terms stored in the workspace itself; larger sets go to the artifact store. */
const MOST_INLINE = 40;
const MOST_INLINE_CHARACTERS = 4000;

/** A program for listed terms: few are stored in the program, many as an artifact to which it refers. */
export async function programOfTerms(
  given: readonly Term[],
  { context }: Pick<ToolCall, "context">,
): Promise<Program> {
  const terms = uniqueTerms(given);
  if (terms.length <= MOST_INLINE && JSON.stringify(terms).length <= MOST_INLINE_CHARACTERS) {
    return { op: "terms", terms };
  }
  return { op: "imported", terms: await keepLines(terms, context), size: terms.length };
}

/** Output of every tool that makes a variable. `classes` counts the members by the short names of their classes. */
export const VARIABLE_OUTPUT = z.object({
  variable: z.string(),
  size: z.int(),
  kind: z.string(),
  classes: z.record(z.string(), z.int()),
  sample: z.array(z.object({ id: z.string(), name: z.string() })),
});

const NOUNS = {
  entities: ["entity", "entities"],
  numbers: ["number", "numbers"],
  dates: ["date", "dates"],
  texts: ["text", "texts"],
  mixed: ["member", "members"],
  none: ["member", "members"],
} as const satisfies Record<TermsKind, readonly [one: string, several: string]>;

const MOST_CLASSES = 3;
const LONGEST_NAME = 60;

/** `14 entities`. */
export function countPhrase({ size, kind }: Pick<SetSummary, "size" | "kind">): Marked {
  return say`${size} ${NOUNS[kind][size === 1 ? 0 : 1]}`;
}

/** `14 entities (Film 12, Documentary 2)`: size and types of a set. */
export async function setPhrase(
  { size, kind, classes }: Pick<SetSummary, "size" | "kind" | "classes">,
  graph: Pick<GraphReader, "iriNames">,
): Promise<Marked> {
  const head = countPhrase({ size, kind });
  const shown = classes.slice(0, MOST_CLASSES);
  if (shown.length === 0) return head;
  const names = await graph.iriNames(shown.map((each) => each.class));
  const more = classes.length > shown.length ? ", …" : "";
  const listed = shown.map(
    (each, at) => say`${names[at] ?? ""}${each.count < size ? say` ${each.count}` : ""}`,
  );
  return say`${head} (${listed}${more})`;
}

interface RenderedVariable {
  /** `#2: 14 entities (Film), e.g. A, B, C`. */
  readonly line: Marked;
  readonly data: MarkedObject;
}

/** Describes a variable for a model: type, size, a few members. */
async function renderVariable(
  index: number,
  summary: SetSummary,
  graph: GraphReader,
  names: Names,
): Promise<RenderedVariable> {
  const members = await graph.termNames(summary.sample);
  const some = members.map((name) => redacted(shortened(name)));
  const joint = summary.size > members.length ? ", e.g. " : ": ";
  return {
    line: say`#${index}: ${await setPhrase(summary, graph)}${some.length === 0 ? "" : say`${joint}${some}`}`,
    data: {
      variable: say`#${index}`,
      size: summary.size,
      kind: ownText(summary.kind),
      classes: Object.fromEntries(
        summary.classes.map((each) => [schemaName(names.short(each.class)), each.count]),
      ),
      sample: summary.sample.map((term, at) => ({
        id: redacted(identifierOf(term, names)),
        name: redacted(members[at] ?? ""),
      })),
    },
  };
}

export function shortened<Text extends string>(text: Text): Text {
  return changed(text, (whole) => {
    const line = visibleText(whole).replace(/\s+/gu, " ").trim();
    return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1)}…` : line;
  });
}

interface Telling {
  /** Replaces size and type in the line, given the first member. */
  told?(value: Marked): Marked;
  /** Warnings and notes that depend on the computed set. */
  findings?(summary: SetSummary): Promise<Findings>;
}

interface Findings {
  readonly warnings?: readonly MarkedFinding[];
  readonly notes?: readonly MarkedFinding[];
  /** Further lines below the variable's line. */
  readonly lines?: readonly (Marked | undefined)[];
}

/**
 * Computes the set and makes it a variable. If the set is a variable already, returns that variable with a note.
 * @param given the arguments in canonical form: subjects, names of paths, values
 */
export async function newVariable(
  tool: string,
  program: Program,
  given: Readonly<Record<string, string | Subject>>,
  call: ToolCall,
  telling: Telling = {},
): Promise<{ readonly observation: MarkedObservation; readonly state: KnowledgeBaseState }> {
  const { state, graph, services } = call;
  const summary = await graph.summarize(program);
  const known = await sameVariable(program, call);
  const index = known ?? state.variables.length;
  const { line, data } = await renderVariable(index, summary, graph, services.names);
  const [only] = await graph.termNames(summary.sample.slice(0, 1));
  const head = telling.told && only !== undefined ? say`#${index}: ${telling.told(redacted(only))}` : line;
  const { warnings = [], notes = [], lines = [] } = (await telling.findings?.(summary)) ?? {};
  // An empty set, or a warning, is to be mended first.
  const changed = warnings.length > 0 || summary.size === 0 ? [] : await whatItHangsOn(program, call);
  const again: readonly MarkedFinding[] =
    known === undefined
      ? []
      : [{ code: "repeated-action", message: say`#${known} is this very set already.`, suggestions: [] }];
  const { size, kind, classes, classesComplete } = summary;
  const named = Object.entries(given).map(([name, value]) => [name, argumentText(value)]);
  const facts = { size, kind, classes, classesComplete };
  const made: Variable = { program, ...facts, tool, arguments: Object.fromEntries(named) };
  const next: KnowledgeBaseState =
    known === undefined ? { ...state, variables: [...state.variables, made] } : state;
  const linked = Object.values(given).map((value) => (typeof value === "string" ? undefined : value.linked));
  return {
    observation: observe([head, ...lines], data, {
      warnings,
      notes: [...again, ...notes, ...hangsOnNotes(changed)],
    }),
    state: withLinked(next, linked),
  };
}

const argumentText = (value: string | Subject): string =>
  typeof value === "string" ? value : value.argument;

/** An existing variable with the same set. Compares programs with their variables expanded. */
async function sameVariable(
  program: Program,
  { state, graph }: Pick<ToolCall, "state" | "graph">,
): Promise<number | undefined> {
  const wanted = await graph.key(program);
  for (const index of state.variables.keys()) {
    if ((await graph.key({ op: "variable", index })) === wanted) return index;
  }
  return undefined;
}
