import { z } from "zod";
import { type Marked, say } from "../../../environment/egress/marks.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { type Clash, clashOf } from "../access/graph-reader.ts";
import { nodesOf, type Program } from "../program/program.ts";
import type { SetSummary } from "../triple-store/triple-store.ts";
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
  description: "Number of members of a variable, which can be the answer.",
  group: "functional",
  input: z.strictObject({ variable: z.string() }),
  output: VARIABLE_OUTPUT,
  async run({ variable }, call): Promise<ToolOutcome> {
    const subject = await resolveSubject(variable, "variable", call, ["count"]);
    return newVariable("count", { op: "count", of: subject.program }, { variable: subject }, call, {
      told: (number) => say`${number}, the number of members of ${subject.title}`,
    });
  },
});

/** Indexes of the variables in a program. */
export function referred(program: Program): readonly number[] {
  return nodesOf(program).flatMap((node) => (node.op === "variable" ? [node.index] : []));
}

type SetOperation = "intersection" | "union" | "difference";

const DESCRIPTIONS: Readonly<Record<SetOperation, string>> = {
  intersection: "Members that are in both of two variables of one type.",
  union: "Members of either of two variables of one type.",
  difference: "Members of the first variable that are not in the second.",
};

function setTool(op: SetOperation): KnowledgeBaseTool {
  return defineTool({
    name: op,
    description: DESCRIPTIONS[op],
    group: "functional",
    input: z.strictObject({ variable1: z.string(), variable2: z.string() }),
    output: VARIABLE_OUTPUT,
    async run({ variable1, variable2 }, call): Promise<ToolOutcome> {
      const left = await resolveSubject(variable1, "variable1", call, [op]);
      const right = await resolveSubject(variable2, "variable2", call, [op]);
      const facts: Sides = { left, right, of: [await typesOf(left, call), await typesOf(right, call)] };
      const clash = await clashBetween(facts, call);
      if (clash && isWrong(op, clash)) throw clashFailure(op, facts, clash);
      const program = { op, left: left.program, right: right.program };
      return newVariable(op, program, { variable1: left, variable2: right }, call, {
        async findings({ size }) {
          const empty = size > 0 ? [] : [await emptyFinding(op, facts, call)];
          // An empty difference is often the answer: all members of one set are in the other.
          if (op === "difference") return { warnings: clash ? [nothingTaken(clash)] : [], notes: empty };
          return { warnings: empty };
        },
      });
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
  /** Describes both sides, and why they cannot be combined. */
  readonly told: Marked;
}

async function clashBetween(
  { left, right, of: [a, b] }: Sides,
  { graph }: ToolCall,
): Promise<TypeClash | undefined> {
  const clash = await clashOf(a, b, graph);
  if (clash === undefined) return undefined;
  const [first, second] = [await setPhrase(a, graph), await setPhrase(b, graph)];
  const why = clash === "kinds" ? "they are of different kinds" : "nothing is of a class of both";
  return { clash, told: say`${left.title} holds ${first}, ${right.title} holds ${second}: ${why}` };
}

/** A union may mix entities of different classes, but not values and entities, because a variable has one kind. */
function isWrong(op: SetOperation, { clash }: TypeClash): boolean {
  return op === "intersection" || (op === "union" && clash === "kinds");
}

function clashFailure(op: SetOperation, { right }: Sides, { told }: TypeClash): Refusal {
  const so = op === "union" ? "they make no set of one kind" : "they have no member in common";
  const part = { argument: "variable2", text: right.argument };
  return new Refusal("types-cannot-meet", say`${told}, so ${so}.`, part);
}

function nothingTaken({ told }: TypeClash): MarkedFinding {
  return { code: "always-true", message: say`${told}, so nothing is taken away.`, suggestions: [] };
}

/** Explains an empty set by the contents of both sides. */
async function emptyFinding(
  op: SetOperation,
  { left, right, of }: Sides,
  call: ToolCall,
): Promise<MarkedFinding> {
  const [first, second] = await Promise.all(of.map((each) => setPhrase(each, call.graph)));
  const what = op === "intersection" ? "No member is in both" : "Nothing is left";
  const message = say`${what}. ${left.title}: ${first ?? ""}; ${right.title}: ${second ?? ""}.`;
  return { code: "empty-result", message, suggestions: [] };
}

export const setTools: readonly KnowledgeBaseTool[] = [
  setTool("intersection"),
  setTool("union"),
  setTool("difference"),
];
