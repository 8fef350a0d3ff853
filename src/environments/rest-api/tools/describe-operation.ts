import { z } from "zod";
import { operationText } from "../document/operation-text.ts";
import { operationNamed } from "./operation-named.ts";
import { originLines } from "./origin-lines.ts";
import { defineTool, observe } from "./rest-api-tool.ts";

export const describeOperation = defineTool({
  name: "describe_operation",
  description: "What an operation does, its arguments, where they could come from, and what it returns.",
  group: "navigational",
  essential: true,
  input: z.strictObject({ operation: z.string().min(1) }),
  output: z.object({
    operation: z.string(),
    documentation: z.string(),
    effect: z.enum(["none", "external"]),
  }),
  async run({ operation: written }, { services }) {
    const named = operationNamed(written, services);
    if (named.failure) return { failure: named.failure };
    const { operation } = named;
    const effect = services.isEffect(operation);
    const documentation = [
      operationText(services.document, operation),
      ...originLines(operation, services.origins),
      ...(effect ? ["It changes something: it is only sent with the person's leave, and once."] : []),
    ].join("\n");
    return {
      observation: observe(documentation.split("\n"), {
        operation: operation.id,
        documentation,
        effect: effect ? "external" : "none",
      }),
    };
  },
});
