import { typeClash } from "../access/graph-reader.ts";
import type { KnowledgeBaseState } from "../knowledge-base-state.ts";
import { nodesOf, type Program } from "../program/program.ts";
import { termText } from "../term/term.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { referred } from "../tools/set-tools.ts";
import type { CandidateAction, Candidates } from "./candidates.ts";
import type { ActionSubject, ActionSubjects } from "./subjects.ts";

/** Counts, and combinations of variables and entities whose types allow it. */
export function setActions(
  { variables: subjects, entities }: ActionSubjects,
  { state: { variables } }: ToolCall,
  candidates: Candidates,
): readonly CandidateAction[] {
  const used = new Set(variables.flatMap(({ program }) => referred(program)));
  // Two results that were not used yet are likely to be combined.
  const loose = (subject: ActionSubject): number => (used.has(indexOf(subject)) ? 0 : 0.4);
  const combined = (tool: string, variable1: ActionSubject, variable2: ActionSubject, base: number) => {
    const turned = { variable1: variable2.argument, variable2: variable1.argument };
    if (tool !== "difference" && candidates.isDone(tool, turned)) return [];
    return candidates.of(tool, { variable1, variable2 }, base);
  };
  // A class comes first, whenever it was fetched; the other order is equivalent and ranks last.
  const eitherWay = (tool: string, a: ActionSubject, b: ActionSubject, base: number) => {
    const turned = b.variable?.tool === "instances" && a.variable?.tool !== "instances";
    const [first, second] = turned ? [b, a] : [a, b];
    return [...combined(tool, first, second, base), ...combined(tool, second, first, base - 2)];
  };
  const counts = subjects
    .filter(({ variable }) => variable?.tool !== "count")
    .flatMap((variable) => candidates.of("count", { variable }, 0.5 * variable.weight));
  const ofVariables = pairsOf(subjects).flatMap(([a, b]) => {
    const [i, j] = [indexOf(a), indexOf(b)];
    const [left, right] = [variables[i], variables[j]];
    if (!left || !right || left.tool === "count" || right.tool === "count") return [];
    if (left.size === 0 || right.size === 0) return [];
    const base = 0.3 * (a.weight + b.weight) + loose(a) + loose(b);
    const meet = typeClash(left, right) === undefined;
    return [
      ...(meet ? eitherWay("intersection", a, b, base) : []),
      ...(left.kind === right.kind ? eitherWay("union", a, b, base - 0.6) : []),
      ...(meet ? combined("difference", a, b, base - 0.6) : []),
      ...(meet ? combined("difference", b, a, base - 0.6) : []),
    ];
  });
  const newest = subjects.at(-1);
  const withEntities = subjects
    .filter(({ variable }) => variable?.kind === "entities" && variable.size > 0)
    .flatMap((variable) =>
      entities.map((entity) => {
        // A set that leads back to its start often has to exclude that start.
        const back = variable === newest && startsFrom(variable, entity, variables);
        const base = 0.3 * variable.weight + 0.2 * entity.weight + (back ? 0.5 : -0.3);
        return combined("difference", variable, entity, base);
      }),
    )
    .flat();
  return [...counts, ...ofVariables, ...withEntities];
}

function pairsOf<T>(all: readonly T[]): readonly (readonly [T, T])[] {
  return all.flatMap((a, at) => all.slice(at + 1).map((b) => [a, b] as const));
}

/** Whether the variable was made from the entity. */
function startsFrom(
  { argument }: ActionSubject,
  { key }: ActionSubject,
  variables: KnowledgeBaseState["variables"],
): boolean {
  const from = (program: Program | undefined): boolean =>
    program !== undefined &&
    nodesOf(program).some((node) =>
      node.op === "variable"
        ? from(variables[node.index]?.program)
        : node.op === "terms" && node.terms.some((term) => termText(term) === key),
    );
  return from(variables[Number(argument.slice(1))]?.program);
}

function indexOf({ argument }: ActionSubject): number {
  return Number(argument.slice(1));
}
