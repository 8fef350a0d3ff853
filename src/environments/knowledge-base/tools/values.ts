import { z } from "zod";
import { followPath } from "../access/path-text.ts";
import { defineTool, type ToolOutcome } from "./knowledge-base-tool.ts";
import { newVariable } from "./new-variable.ts";
import { readableAttribute } from "./readable-attribute.ts";
import { VARIABLE_OUTPUT } from "./render-variable.ts";
import { resolveSubject } from "./subject.ts";

export const values = defineTool({
  name: "values",
  description:
    "Values of an attribute as a new variable, which can be the answer. After get_attributes, or get_relations for texts.",
  group: "functional",
  input: z.strictObject({ variable: z.string(), attribute: z.string() }),
  output: VARIABLE_OUTPUT,
  async run({ variable, attribute }, call): Promise<ToolOutcome> {
    const resolved = await resolveSubject(variable, "variable", call, ["get_attributes", "values"]);
    if (resolved.failure) return resolved;
    const { subject } = resolved;
    const read = await readableAttribute(attribute, subject, "values", call);
    if (read.failure) return read;
    return newVariable(
      {
        program: followPath(subject.program, read.attribute.path),
        tool: "values",
        arguments: { variable: subject.argument, attribute: read.attribute.text },
        linked: [subject.linked],
      },
      call,
    );
  },
});
