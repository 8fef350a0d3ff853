import { z } from "zod";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import { type Clash, clashOf } from "../access/graph-reader.ts";
import { nodesOf, type Program } from "../program/program.ts";
import type { SetSummary } from "../store/triple-store.ts";
import {
  defineTool,
  type KnowledgeBaseTool,
  type ToolCall,
  type ToolOutcome,
} from "./knowledge-base-tool.ts";
import { newVariable, setPhrase, VARIABLE_OUTPUT } from "./new-variable.ts";
import { resolveSubject, type Subject } from "./subject.ts";

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
            const empty = size > 0 ? [] : [await emptyFinding(op, facts, call)];
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

/** Which side is what. */
async function emptyFinding(op: SetOperation, { left, right, of }: Sides, call: ToolCall): Promise<Finding> {
  const [first, second] = await Promise.all(of.map((each) => setPhrase(each, call.graph)));
  const what = op === "intersection" ? "No member is in both" : "Nothing is left";
  const message = `${what}. ${left.title}: ${first}; ${right.title}: ${second}.`;
  return { code: "empty-result", message, suggestions: [] };
}

export const setTools: readonly KnowledgeBaseTool[] = [
  setTool("intersection"),
  setTool("union"),
  setTool("difference"),
];
