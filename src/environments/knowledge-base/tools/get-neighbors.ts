import { z } from "zod";
import { followPath } from "../access/path-text.ts";
import { defineTool, type ToolOutcome } from "./knowledge-base-tool.ts";
import { listedPath, notListed } from "./listed-path.ts";
import { newVariable } from "./new-variable.ts";
import { VARIABLE_OUTPUT } from "./render-variable.ts";
import { resolveSubject } from "./subject.ts";

export const getNeighbors = defineTool({
  name: "get_neighbors",
  description:
    "All that a relation of an entity or variable leads to, as a new variable. The relation is one that get_relations listed for it, `^` included.",
  group: "navigational",
  essential: true,
  workspace: "writes",
  prerequisites: ["get_relations"],
  input: z.strictObject({ variable: z.string(), relation: z.string() }),
  output: VARIABLE_OUTPUT,
  async run({ variable, relation }, call): Promise<ToolOutcome> {
    const resolved = await resolveSubject(variable, "variable", call, ["get_relations", "get_neighbors"]);
    if (resolved.failure) return resolved;
    const { subject } = resolved;
    if (!call.state.relationsOf.includes(subject.key))
      return { failure: notListed(subject, "get_relations") };
    const facts = await call.graph.relations(subject.program);
    const found = await listedPath(
      relation,
      facts,
      { subject, argument: "relation", tool: "get_neighbors" },
      call,
    );
    if (found.failure) return found;
    return newVariable(
      {
        program: followPath(subject.program, found.path.path),
        tool: "get_neighbors",
        arguments: { variable: subject.argument, relation: found.path.text },
        linked: [subject.linked],
      },
      call,
    );
  },
});
