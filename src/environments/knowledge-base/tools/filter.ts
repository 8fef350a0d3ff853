import { z } from "zod";
import { filterProgram } from "./filter-program.ts";
import { defineTool, type ToolOutcome } from "./knowledge-base-tool.ts";
import { newVariable } from "./new-variable.ts";
import { COMPARISONS, readComparison } from "./read-comparison.ts";
import { readableAttribute } from "./readable-attribute.ts";
import { VARIABLE_OUTPUT } from "./render-variable.ts";
import { resolveSubject } from "./subject.ts";

export const filter = defineTool({
  name: "filter",
  description:
    "Members whose attribute compares so with a value (=, !=, <, <=, >, >=, contains), as a new variable. Dates: 1999-05-01 is > 1999, and = 1999 is the whole year. After get_attributes, or get_relations for texts and entities.",
  group: "functional",
  input: z.strictObject({
    variable: z.string(),
    attribute: z.string(),
    comparison: z.string(),
    value: z.string(),
  }),
  output: VARIABLE_OUTPUT,
  async run({ variable, attribute, comparison: sign, value }, call): Promise<ToolOutcome> {
    const comparison = readComparison(sign);
    if (comparison === undefined) {
      return {
        failure: {
          code: "invalid-arguments",
          message: `"${sign}" is no comparison; there are ${COMPARISONS.join(", ")}.`,
          part: { argument: "comparison", text: sign },
          suggestions: [],
        },
      };
    }
    const resolved = await resolveSubject(variable, "variable", call, ["get_attributes", "filter"]);
    if (resolved.failure) return resolved;
    const { subject } = resolved;
    const read = await readableAttribute(attribute, subject, "filter", call);
    if (read.failure) return read;
    const made = await filterProgram({ subject, attribute: read.attribute, comparison, value }, call);
    if (made.failure) return made;
    return newVariable(
      {
        program: made.program,
        tool: "filter",
        arguments: { variable: subject.argument, attribute: read.attribute.text, comparison, value },
        linked: [subject.linked, made.linked],
        findings: async ({ size }) => ({
          notes: made.notes,
          warnings: size > 0 ? [] : [made.whyEmpty],
        }),
      },
      call,
    );
  },
});
