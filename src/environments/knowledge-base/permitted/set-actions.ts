import { typeClash } from "../access/graph-reader.ts";
import type { KnowledgeBaseState, Variable } from "../knowledge-base-state.ts";
import { nodesOf, type Program } from "../program/program.ts";
import { termText } from "../term/term.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { referred } from "../tools/set-tools.ts";
import type { CandidateAction, Candidates } from "./candidates.ts";
import type { ActionSubject, ActionSubjects } from "./subjects.ts";

/** So many entities are put together with others. */
const MOST_ENTITIES = 10;

/** Counts, and combinations of two variables whose types allow it. */
export function setActions(
  subjects: ActionSubjects,
  { state: { variables } }: ToolCall,
  candidates: Candidates,
): readonly CandidateAction[] {
  const used = new Set(variables.flatMap(({ program }) => referred(program)));
  // Two results that nothing was made of yet are likely to be put together.
  const loose = (subject: ActionSubject): number => (used.has(indexOf(subject)) ? 0 : 0.4);
  const counts = subjects.variables
    .filter(({ variable }) => variable?.tool !== "count")
    .flatMap((variable) => candidates.of("count", { variable }, 0.5 * variable.weight));
  const combined: Combined = (tool, variable1, variable2, base) => {
    const turned = { variable1: variable2.argument, variable2: variable1.argument };
    if (tool !== "difference" && candidates.isDone(tool, turned)) return [];
    return candidates.of(tool, { variable1, variable2 }, base);
  };
  // A class is named first whenever it was fetched; the other order says the same and comes last.
  const eitherWay = (tool: string, a: ActionSubject, b: ActionSubject, base: number) => {
    const turned = b.variable?.tool === "instances" && a.variable?.tool !== "instances";
    const [first, second] = turned ? [b, a] : [a, b];
    return [...combined(tool, first, second, base), ...combined(tool, second, first, base - 2)];
  };
  const pairs = subjects.variables.flatMap((a, at) =>
    subjects.variables.slice(at + 1).map((b) => [a, b, at, at + 1] as const),
  );
  const both = pairs.flatMap(([a, b]) => {
    const [i, j] = [indexOf(a), indexOf(b)];
    const [left, right] = [variables[i], variables[j]];
    if (!left || !right || left.tool === "count" || right.tool === "count") return [];
    const sameKind = left.kind === right.kind && left.size > 0 && right.size > 0;
    const part = isPartOf(i, j, variables) || isPartOf(j, i, variables);
    const base = 0.3 * (a.weight + b.weight) + loose(a) + loose(b);
    const meet = left.size > 0 && right.size > 0 && typeClash(left, right) === undefined;
    return [
      ...(meet && !part ? eitherWay("intersection", a, b, base) : []),
      ...(sameKind && !part ? eitherWay("union", a, b, base - 0.6) : []),
      ...(meet && !isPartOf(i, j, variables) ? combined("difference", a, b, base - 0.6) : []),
      ...(meet && !isPartOf(j, i, variables) ? combined("difference", b, a, base - 0.6) : []),
    ];
  });
  // What leads back to where it came from is often to be left out.
  const newest = subjects.variables.at(-1);
  const without = subjects.variables.flatMap((variable) =>
    variable.variable?.kind === "entities" && variable.variable.size > 0
      ? subjects.entities.flatMap((entity) => {
          const back = variable === newest && startsFrom(variable, entity, variables);
          const base = 0.3 * variable.weight + 0.2 * entity.weight + (back ? 0.5 : -0.3);
          return combined("difference", variable, entity, base);
        })
      : [],
  );
  return [...counts, ...both, ...without, ...withEntities(subjects, combined)];
}

type Combined = (
  tool: string,
  a: ActionSubject,
  b: ActionSubject,
  base: number,
) => readonly CandidateAction[];

/** Entities put together ("born in A or B"), and whether one is in a set: possible, and seldom meant. */
function withEntities(
  { variables, entities }: ActionSubjects,
  combined: Combined,
): readonly CandidateAction[] {
  const sure = entities.slice(0, MOST_ENTITIES);
  const pairs = sure.flatMap((a, at) =>
    sure
      .slice(at + 1)
      .flatMap((b) => combined("union", a, b, 0.2 * (a.weight + b.weight) - (haveOneName(a, b) ? 0.9 : 1.2))),
  );
  const within = variables.flatMap((variable) =>
    variable.variable?.kind === "entities" && variable.variable.size > 0
      ? sure.flatMap((entity) => [
          ...combined("intersection", variable, entity, 0.2 * entity.weight - 1),
          ...combined("union", variable, entity, 0.2 * entity.weight - 1.1),
        ])
      : [],
  );
  return [...pairs, ...within];
}

/** What is called by one name ("the prizes for best film") is often meant together. */
function haveOneName(a: ActionSubject, b: ActionSubject): boolean {
  return a.called.some((name) => b.called.includes(name));
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

/** Whether variable `index` is, by the way it was made, a part of variable `of`: nothing new comes of combining them. */
function isPartOf(index: number, of: number, variables: readonly Variable[]): boolean {
  const within = (program: Program): boolean => {
    switch (program.op) {
      case "variable":
        return program.index === of || isPartOf(program.index, of, variables);
      case "argmax":
      case "argmin":
      case "filter":
        return within(program.of);
      case "difference":
        return within(program.left);
      case "intersection":
        return within(program.left) || within(program.right);
      case "union":
        return within(program.left) && within(program.right);
      default:
        return false;
    }
  };
  const program = variables[index]?.program;
  return program !== undefined && within(program);
}
