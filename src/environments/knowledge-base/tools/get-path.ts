import { z } from "zod";
import { toldName } from "../../../environment/egress/egress-scope.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { pathText } from "../access/path-text.ts";
import { isNode, type Term } from "../term/term.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
import { resolveSubject, type Subject } from "./subject.ts";

const MOST_STEPS = 3;

export const getPath = defineTool({
  name: "get_path",
  description: `How two entities are connected: the shortest chains of relations between them, at most ${MOST_STEPS} long.`,
  group: "navigational",
  input: z.strictObject({ from: z.string(), to: z.string() }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    paths: z.array(z.object({ relations: z.array(z.string()), nodes: z.array(z.string()) })),
  }),
  async run({ from, to }, call): Promise<ToolOutcome> {
    const ends: { readonly subject: Subject; readonly term: Term }[] = [];
    for (const [argument, written] of Object.entries({ from, to })) {
      const resolved = await resolveSubject(written, argument, call, ["get_path"]);
      if (resolved.failure) return resolved;
      const term = await onlyMember(resolved.subject, call);
      if (term === undefined) return { failure: notOneEntity(resolved.subject, argument) };
      ends.push({ subject: resolved.subject, term });
    }
    const [start, end] = ends as [(typeof ends)[number], (typeof ends)[number]];
    const { graph, services } = call;
    const paths = await graph.paths(start.term, end.term, MOST_STEPS);
    const ended = await graph.termNames([start.term, end.term]);
    const [startName = "", endName = ""] = ended.map(toldName);
    const named = await Promise.all(
      paths.map(async (path) => ({
        relations: path.map(({ step }) => pathText([step], services.names)),
        nodes: (await graph.termNames(path.map(({ node }) => node))).map(toldName),
      })),
    );
    const lines = named.map(({ relations, nodes }) =>
      [startName, ...relations.map((relation, at) => `-${relation}→ ${nodes[at]}`)].join(" "),
    );
    return {
      observation: observe(
        lines.length === 0
          ? [`No chain of at most ${MOST_STEPS} relations connects ${startName} and ${endName}.`]
          : lines,
        { from: toldName(start.subject.argument), to: toldName(end.subject.argument), paths: named },
      ),
    };
  },
});

async function onlyMember(
  { term, variable, program }: Subject,
  { graph }: ToolCall,
): Promise<Term | undefined> {
  if (term) return term;
  if (variable?.size !== 1 || variable.kind !== "entities") return undefined;
  const [only] = (await graph.members(program, 1)).terms;
  return only && isNode(only) ? only : undefined;
}

function notOneEntity({ title, argument: text }: Subject, argument: string): ToolFailure {
  return {
    code: "invalid-arguments",
    message: `get_path takes single entities; ${title} is not one.`,
    part: { argument, text },
    suggestions: [],
  };
}
