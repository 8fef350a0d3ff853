import { z } from "zod";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import { type Clash, clashOf } from "../access/can-meet.ts";
import type { SetSummary } from "../store/triple-store.ts";
import {
  defineTool,
  type KnowledgeBaseTool,
  type ToolCall,
  type ToolOutcome,
} from "./knowledge-base-tool.ts";
import { nearestOverlap } from "./nearest-overlap.ts";
import { newVariable } from "./new-variable.ts";
import { setPhrase, VARIABLE_OUTPUT } from "./render-variable.ts";
import { resolveSubject, type Subject } from "./subject.ts";

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
