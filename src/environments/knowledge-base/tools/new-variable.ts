import { z } from "zod";
import { schemaName, told } from "../../../environment/egress/egress-scope.ts";
import type { Observation } from "../../../environment/observation.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import type { JsonObject } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { type GraphReader, keepTerms } from "../access/graph-reader.ts";
import { identifierOf } from "../access/term-name.ts";
import { type KnowledgeBaseState, type Variable, withLinked } from "../knowledge-base-state.ts";
import type { Program } from "../program/program.ts";
import { type Term, uniqueTerms } from "../term/term.ts";
import type { SetSummary, TermsKind } from "../triple-store/triple-store.ts";
import type { Names } from "../vocabulary/names.ts";
import { observe, type ToolCall } from "./knowledge-base-tool.ts";
import type { Subject } from "./subject.ts";

/** So many terms stand in the workspace itself; more are kept in the artifact store. */
const MOST_INLINE = 40;
const MOST_INLINE_CHARACTERS = 4000;

/** Terms as a set: in the program where they are few, else as an artifact that it refers to. */
export async function programOfTerms(
  given: readonly Term[],
  { context }: Pick<ToolCall, "context">,
): Promise<Program> {
  const terms = uniqueTerms(given);
  if (terms.length <= MOST_INLINE && JSON.stringify(terms).length <= MOST_INLINE_CHARACTERS) {
    return { op: "terms", terms };
  }
  return { op: "imported", terms: await keepTerms(terms, context), size: terms.length };
}

/** Shape of what every tool that makes a variable says of it; members are counted by the short names of their classes. */
export const VARIABLE_OUTPUT = z.object({
  variable: z.string(),
  size: z.int(),
  kind: z.string(),
  classes: z.record(z.string(), z.int()),
  sample: z.array(z.object({ id: z.string(), name: z.string() })),
});

const NOUNS: Readonly<Record<TermsKind, readonly [one: string, several: string]>> = {
  entities: ["entity", "entities"],
  numbers: ["number", "numbers"],
  dates: ["date", "dates"],
  texts: ["text", "texts"],
  mixed: ["member", "members"],
  none: ["member", "members"],
};

const MOST_CLASSES = 3;
const LONGEST_NAME = 60;

/** `14 entities`. */
export function countPhrase({ size, kind }: Pick<SetSummary, "size" | "kind">): string {
  return `${size} ${NOUNS[kind][size === 1 ? 0 : 1]}`;
}

/** `14 entities (Film 12, Documentary 2)`: size and types of a set. */
export async function setPhrase(
  { size, kind, classes }: Pick<SetSummary, "size" | "kind" | "classes">,
  graph: Pick<GraphReader, "iriNames">,
): Promise<string> {
  const head = countPhrase({ size, kind });
  const shown = classes.slice(0, MOST_CLASSES);
  if (shown.length === 0) return head;
  const names = await graph.iriNames(shown.map((each) => each.class));
  const more = classes.length > shown.length ? ", …" : "";
  return `${head} (${shown.map((each, at) => `${names[at]}${each.count < size ? ` ${each.count}` : ""}`).join(", ")}${more})`;
}

interface RenderedVariable {
  /** `#2: 14 entities (Film), e.g. A, B, C`. */
  readonly line: string;
  readonly data: JsonObject;
}

/** What a model reads of a variable: type, size, a few members. */
async function renderVariable(
  index: number,
  summary: SetSummary,
  graph: GraphReader,
  names: Names,
): Promise<RenderedVariable> {
  const members = await graph.termNames(summary.sample);
  const some = members.length === 0 ? "" : members.map((name) => told(shortened(name))).join(", ");
  const joint = summary.size > members.length ? ", e.g. " : ": ";
  return {
    line: `#${index}: ${await setPhrase(summary, graph)}${some === "" ? "" : joint + some}`,
    data: {
      variable: `#${index}`,
      size: summary.size,
      kind: summary.kind,
      classes: Object.fromEntries(
        summary.classes.map((each) => [schemaName(names.short(each.class)), each.count]),
      ),
      sample: summary.sample.map((term, at) => ({
        id: told(identifierOf(term, names)),
        name: told(members[at] ?? ""),
      })),
    },
  };
}

export function shortened(text: string): string {
  const line = visibleText(text).replace(/\s+/gu, " ").trim();
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1)}…` : line;
}

interface Telling {
  /** What the line says in place of size and type, where the set is one value. */
  told?(value: string): string;
  /** What there is to say once the set is known. */
  findings?(summary: SetSummary): Promise<Findings>;
}

interface Findings {
  readonly warnings?: readonly Finding[];
  readonly notes?: readonly Finding[];
  /** Further lines under the variable's own. */
  readonly lines?: readonly (string | undefined)[];
}

/**
 * Computes the set and makes it a variable; one that exists already is handed back with a note instead.
 * @param given the arguments in canonical form: subjects, names of paths, values
 */
export async function newVariable(
  tool: string,
  program: Program,
  given: Readonly<Record<string, string | Subject>>,
  call: ToolCall,
  telling: Telling = {},
): Promise<{ readonly observation: Observation; readonly state: KnowledgeBaseState }> {
  const { state, graph, services } = call;
  const summary = await graph.summarize(program);
  const known = await sameVariable(program, call);
  const index = known ?? state.variables.length;
  const { line, data } = await renderVariable(index, summary, graph, services.names);
  const [only] = await graph.termNames(summary.sample.slice(0, 1));
  const head = telling.told && only !== undefined ? `#${index}: ${telling.told(told(only))}` : line;
  const { warnings = [], notes = [], lines = [] } = (await telling.findings?.(summary)) ?? {};
  const again: readonly Finding[] =
    known === undefined
      ? []
      : [{ code: "repeated-action", message: `#${known} is this very set already.`, suggestions: [] }];
  const { size, kind, classes, classesComplete } = summary;
  const written = Object.entries(given).map(([name, value]) => [name, argumentText(value)]);
  const facts = { size, kind, classes, classesComplete };
  const made: Variable = { program, ...facts, tool, arguments: Object.fromEntries(written) };
  const next: KnowledgeBaseState =
    known === undefined ? { ...state, variables: [...state.variables, made] } : state;
  const linked = Object.values(given).map((value) => (typeof value === "string" ? undefined : value.linked));
  return {
    observation: observe([head, ...lines], data, { warnings, notes: [...again, ...notes] }),
    state: withLinked(next, linked),
  };
}

const argumentText = (value: string | Subject): string =>
  typeof value === "string" ? value : value.argument;

/** By what the programs say once the variables in them are written out. */
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
