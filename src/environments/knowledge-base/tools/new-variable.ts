import { told } from "../../../environment/egress/egress-scope.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import type { JsonObject } from "../../../util/json.ts";
import {
  type KnowledgeBaseState,
  type LinkedName,
  type Variable,
  withLinked,
} from "../knowledge-base-state.ts";
import type { Program } from "../program/program.ts";
import type { SetSummary } from "../store/triple-store.ts";
import { observe, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
import { renderVariable } from "./render-variable.ts";

export interface Making {
  readonly program: Program;
  readonly tool: string;
  /** As they are written in canonical form: identifiers, not names. */
  readonly arguments: JsonObject;
  readonly linked?: readonly (LinkedName | undefined)[];
  /** What the line says in place of size and type, where the set is one value. */
  readonly told?: (value: string) => string;
  /** What there is to say once the set is known. */
  findings?(summary: SetSummary): Promise<Findings>;
}

export interface Findings {
  readonly warnings?: readonly Finding[];
  readonly notes?: readonly Finding[];
  /** Further lines under the variable's own. */
  readonly lines?: readonly (string | undefined)[];
}

/** Computes the set and makes it a variable; one that exists already is handed back with a note instead. */
export async function newVariable(making: Making, call: ToolCall): Promise<ToolOutcome> {
  const { state, graph, services } = call;
  const summary = await graph.summarize(making.program);
  const known = await sameVariable(making.program, call);
  const index = known ?? state.variables.length;
  const { line, data } = await renderVariable(index, summary, graph, services.names);
  const [only] = await graph.termNames(summary.sample.slice(0, 1));
  const head = making.told && only !== undefined ? `#${index}: ${making.told(told(only))}` : line;
  const { warnings = [], notes = [], lines = [] } = (await making.findings?.(summary)) ?? {};
  const again: readonly Finding[] =
    known === undefined
      ? []
      : [{ code: "repeated-action", message: `#${known} is this very set already.`, suggestions: [] }];
  const next: KnowledgeBaseState =
    known === undefined ? { ...state, variables: [...state.variables, variableOf(making, summary)] } : state;
  return {
    observation: observe([head, ...lines], data, { warnings, notes: [...again, ...notes] }),
    state: withLinked(next, making.linked ?? []),
  };
}

function variableOf({ program, tool, arguments: given }: Making, summary: SetSummary): Variable {
  const { size, kind, classes, classesComplete } = summary;
  return { program, size, kind, classes, classesComplete, tool, arguments: given };
}

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
