import type { Operation } from "../document/api-document.ts";
import type { ArgumentOrigins } from "../search/argument-origins.ts";

const SHOWN = 4;

/** For each identifier that an operation needs, where it could come from. */
export function originLines(operation: Operation, origins: ArgumentOrigins): readonly string[] {
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
