import { z } from "zod";
import type { Finding, Suggestion, ToolFailure } from "../../../environment/tool-failure.ts";
import { type Clash, clashOf, isMendable } from "../access/graph-reader.ts";
import type { KnowledgeBaseState } from "../knowledge-base-state.ts";
import { nodesOf, type Program } from "../program/program.ts";
import type { SetSummary } from "../store/triple-store.ts";
import {
  callText,
  defineTool,
  type KnowledgeBaseTool,
  type ToolCall,
  type ToolOutcome,
} from "./knowledge-base-tool.ts";
import { newVariable, setPhrase, VARIABLE_OUTPUT } from "./new-variable.ts";
import { resolveSubject, type Subject, variableSubject } from "./subject.ts";

export const count = defineTool({
  name: "count",
  description: "Number of members of a variable as a new variable, which can be the answer.",
  group: "functional",
  input: z.strictObject({ variable: z.string() }),
  output: VARIABLE_OUTPUT,
  async run({ variable }, call): Promise<ToolOutcome> {
    const resolved = await resolveSubject(variable, "variable", call, ["count"]);
    if (resolved.failure) return resolved;
    const { subject } = resolved;
    return newVariable(
      {
        program: { op: "count", of: subject.program },
        tool: "count",
        arguments: { variable: subject.argument },
        linked: [subject.linked],
        told: (number) => `${number}, the number of members of ${subject.title}`,
      },
      call,
    );
  },
});

const MOST_TRIES = 6;
const MOST_SUGGESTIONS = 2;
/** Of the time that is left, for each try. */
const SHARE = 0.15;

/** Intersections that are not empty when one of the sides is taken back by some steps; none where finding out takes too long. */
async function nearestOverlap(left: Subject, right: Subject, call: ToolCall): Promise<readonly Suggestion[]> {
  const { state, graph } = call;
  const pairs = [
    ...stepsBack(left, state).map((each) => [each, right] as const),
    ...stepsBack(right, state).map((each) => [left, each] as const),
  ];
  const found: Suggestion[] = [];
  for (const [a, b] of pairs.slice(0, MOST_TRIES)) {
    if (found.length >= MOST_SUGGESTIONS) break;
    try {
      const [typesA, typesB] = [a.variable, b.variable];
      if (typesA && typesB && (await clashOf(typesA, typesB, graph)) !== undefined) continue;
      const program: Program = { op: "intersection", left: a.program, right: b.program };
      const { size } = await graph.summarize(program, SHARE);
      const text = callText("intersection", { variable1: a.argument, variable2: b.argument });
      if (size > 0) found.push({ text, reason: `${size} in common` });
    } catch (error) {
      if (!isMendable(error)) throw error;
      break;
    }
  }
  return found;
}

/** The variables that a subject was made from, the nearest first. */
function stepsBack(subject: Subject, { variables }: KnowledgeBaseState): readonly Subject[] {
  const found = new Set<number>();
  let level = subject.variable === undefined ? [] : referred(subject.variable.program);
  while (level.length > 0) {
    for (const index of level) found.add(index);
    level = level.flatMap((index) => {
      const variable = variables[index];
      return variable === undefined ? [] : referred(variable.program).filter((each) => !found.has(each));
    });
  }
  return [...found].flatMap((index) => {
    const variable = variables[index];
    return variable === undefined ? [] : [variableSubject(index, variable)];
  });
}

/** Indexes of the variables that stand in a program. */
export function referred(program: Program): readonly number[] {
  return nodesOf(program).flatMap((node) => (node.op === "variable" ? [node.index] : []));
}

type SetOperation = "intersection" | "union" | "difference";

const DESCRIPTIONS: Readonly<Record<SetOperation, string>> = {
  intersection: "Members that are in both of two variables of one type, as a new variable.",
  union: "Members of either of two variables of one type, as a new variable.",
  difference: "Members of the first variable that are not in the second, as a new variable.",
};

function setTool(op: SetOperation): KnowledgeBaseTool {
  return defineTool({
    name: op,
    description: DESCRIPTIONS[op],
    group: "functional",
    input: z.strictObject({ variable1: z.string(), variable2: z.string() }),
    output: VARIABLE_OUTPUT,
    async run({ variable1, variable2 }, call): Promise<ToolOutcome> {
      const first = await resolveSubject(variable1, "variable1", call, [op]);
      if (first.failure) return first;
      const second = await resolveSubject(variable2, "variable2", call, [op]);
      if (second.failure) return second;
      const [left, right] = [first.subject, second.subject];
      const facts: Sides = { left, right, of: [await typesOf(left, call), await typesOf(right, call)] };
      const clash = await clashBetween(facts, call);
      if (clash && isWrong(op, clash)) return { failure: clashFailure(op, facts, clash) };
      return newVariable(
        {
          program: { op, left: left.program, right: right.program },
          tool: op,
          arguments: { variable1: left.argument, variable2: right.argument },
          linked: [left.linked, right.linked],
          findings: async ({ size }) => {
            const empty = size > 0 ? [] : await emptyFinding(op, facts, call);
            return {
              warnings: [
                ...(op === "difference" && clash ? [nothingTaken(clash)] : []),
                ...(op === "difference" ? [] : empty),
              ],
              // That all of one is in the other is often just what was to be found out.
              notes: op === "difference" ? empty : [],
            };
          },
        },
        call,
      );
    },
  });
}

interface Sides {
  readonly left: Subject;
  readonly right: Subject;
  readonly of: readonly [SetFacts, SetFacts];
}

type SetFacts = Pick<SetSummary, "size" | "kind" | "classes" | "classesComplete">;

async function typesOf({ variable, program }: Subject, { graph }: ToolCall): Promise<SetFacts> {
  return variable ?? graph.summarize(program);
}

interface TypeClash {
  readonly clash: Clash;
  /** What each side holds, and why they do not go together. */
  readonly told: string;
}

async function clashBetween(
  { left, right, of: [a, b] }: Sides,
  { graph }: ToolCall,
): Promise<TypeClash | undefined> {
  const clash = await clashOf(a, b, graph);
  if (clash === undefined) return undefined;
  const [first, second] = [await setPhrase(a, graph), await setPhrase(b, graph)];
  const why = clash === "kinds" ? "they are of different kinds" : "nothing is of a class of both";
  return { clash, told: `${left.title} holds ${first}, ${right.title} holds ${second}: ${why}` };
}

/** Things of different classes can stand side by side; values and entities cannot, for a variable is of one kind. */
function isWrong(op: SetOperation, { clash }: TypeClash): boolean {
  return op === "intersection" || (op === "union" && clash === "kinds");
}

function clashFailure(op: SetOperation, { right }: Sides, { told }: TypeClash): ToolFailure {
  const so = op === "union" ? "they make no set of one kind" : "they have no member in common";
  return {
    code: "types-cannot-meet",
    message: `${told}, so ${so}.`,
    part: { argument: "variable2", text: right.argument },
    suggestions: [],
  };
}

function nothingTaken({ told }: TypeClash): Finding {
  return { code: "always-true", message: `${told}, so nothing is taken away.`, suggestions: [] };
}

/** Which side is what, and where there is an overlap one step back. */
async function emptyFinding(op: SetOperation, sides: Sides, call: ToolCall): Promise<readonly Finding[]> {
  const { left, right, of } = sides;
  const [first, second] = await Promise.all(of.map((each) => setPhrase(each, call.graph)));
  const both = `${left.title}: ${first}; ${right.title}: ${second}`;
  if (op !== "intersection") {
    return [{ code: "empty-result", message: `Nothing is left. ${both}.`, suggestions: [] }];
  }
  const suggestions = await nearestOverlap(left, right, call);
  return [{ code: "empty-result", message: `No member is in both. ${both}.`, suggestions }];
}

export const setTools: readonly KnowledgeBaseTool[] = [
  setTool("intersection"),
  setTool("union"),
  setTool("difference"),
];
