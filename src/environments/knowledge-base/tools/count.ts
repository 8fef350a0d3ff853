import { z } from "zod";
import { defineTool, type ToolOutcome } from "./knowledge-base-tool.ts";
import { newVariable } from "./new-variable.ts";
import { VARIABLE_OUTPUT } from "./render-variable.ts";
import { resolveSubject } from "./subject.ts";

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
