import type { Operation } from "../document/api-document.ts";
import { Refusal } from "../refusal.ts";
import type { ArgumentChecker, CheckedArguments } from "../request/argument-checker.ts";
import type { FieldRule } from "./field-matcher.ts";
import { namesHidden } from "./hide-in-document.ts";

/** Refuses requests that only read and name a hidden field to the server: what is sorted, filtered or picked by it tells of its values. */
export function privateChecker(
  checker: ArgumentChecker,
  rules: readonly FieldRule[],
  isEffect: (operation: Operation) => boolean,
): ArgumentChecker {
  return {
    ...checker,
    check(operation, given) {
      const checked = checker.check(operation, given);
      if (isEffect(operation)) return checked;
      const own = rules.filter((rule) => rule.operation === undefined || rule.operation === operation.id);
      const found = naming(operation, checked, own);
      if (found === undefined) return checked;
      const message = `"${found}" names a field by which nothing can be looked for here. Leave it out, and look through what comes back.`;
      throw new Refusal("not-permitted", message, { argument: found });
    },
  };
}

/** The argument that does. Values in the path are no names of fields. */
function naming(
  operation: Operation,
  { parameters, body }: CheckedArguments,
  rules: readonly FieldRule[],
): string | undefined {
  const inPath = new Set(operation.parameters.filter((each) => each.in === "path").map(({ name }) => name));
  const sent = Object.entries(parameters).filter(([name]) => !inPath.has(name));
  const all = [...sent, ...(body === undefined ? [] : [["body", body] as const])];
  return all.find(([name, value]) => namesHidden(`${name} ${JSON.stringify(value)}`, rules))?.[0];
}
