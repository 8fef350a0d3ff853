import { z } from "zod";
import type { Operation } from "../document/api-document.ts";
import { operationText } from "../document/operation-text.ts";
import type { ArgumentOrigins } from "../search/create-argument-origins.ts";
import { defineTool, observe, operationNamed } from "./rest-api-tool.ts";

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
    const { operation } = operationNamed(written, services);
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

const SHOWN = 4;

/** For each identifier that an operation needs, where it could come from. */
function originLines(operation: Operation, origins: ArgumentOrigins): readonly string[] {
  return operation.parameters
    .filter(({ name, required }) => required && origins.isIdentifier(operation, name))
    .flatMap(({ name }) => {
      const sources = origins.of(operation, name, SHOWN);
      if (sources.length === 0) return [];
      return [
        `${name} could come from: ${sources.map((each) => `${each.operation} (${each.field})`).join("; ")}`,
      ];
    });
}
