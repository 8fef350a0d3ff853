import { z } from "zod";
import { told } from "../../../environment/egress/egress-scope.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import { plainName } from "../access/term-name.ts";
import { defineTool, type KnowledgeBaseTool, type ToolOutcome } from "./knowledge-base-tool.ts";
import { listedPath, notListed } from "./listed-path.ts";
import { newVariable, VARIABLE_OUTPUT } from "./new-variable.ts";
import { resolveSubject } from "./subject.ts";

function superlative(op: "argmax" | "argmin", extreme: string): KnowledgeBaseTool {
  return defineTool({
    name: op,
    description: `Members with the ${extreme} value of an attribute that get_attributes listed for the variable, as a new variable; ties are kept.`,
    group: "functional",
    prerequisites: ["get_attributes"],
    input: z.strictObject({ variable: z.string(), attribute: z.string() }),
    output: VARIABLE_OUTPUT,
    async run({ variable, attribute }, call): Promise<ToolOutcome> {
      const subject = await resolveSubject(variable, "variable", call, ["get_attributes", op]);
      if (!call.state.attributesOf.includes(subject.key)) throw notListed(subject, "get_attributes");
      const listed = await call.graph.attributes(subject.program);
      const found = await listedPath(attribute, listed, { subject, argument: "attribute" }, call);
      const { path, text, facts: all } = found;
      const end = told(plainName(op === "argmax" ? all.greatest : all.least, call.services.names));
      const members = subject.variable?.size ?? 1;
      const program = { op, of: subject.program, attribute: path };
      return newVariable(op, program, { variable: subject, attribute: text }, call, {
        findings: async ({ size }) => ({
          lines: [`${text} = ${end}`],
          notes: [...tieNote(size, end), ...missingNote(members - all.members, members, text)],
        }),
      });
    },
  });
}

function tieNote(size: number, end: string): readonly Finding[] {
  if (size < 2) return [];
  return [{ code: "ties", message: `${size} members share ${end}; all are kept.`, suggestions: [] }];
}

function missingNote(missing: number, size: number, attribute: string): readonly Finding[] {
  if (missing <= 0) return [];
  const message = `${missing} of ${size} members have no ${attribute} and were passed over.`;
  return [{ code: "nulls-present", message, suggestions: [] }];
}

export const superlativeTools: readonly KnowledgeBaseTool[] = [
  superlative("argmax", "greatest"),
  superlative("argmin", "least"),
];
