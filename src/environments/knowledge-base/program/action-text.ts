import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { ToolUse } from "./take-apart.ts";

/** Names of the arguments, in the order of the written form. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  get_relations: ["variable"],
  get_neighbors: ["variable", "relation"],
  get_attributes: ["variable"],
  argmax: ["variable", "attribute"],
  argmin: ["variable", "attribute"],
  intersection: ["variable1", "variable2"],
  union: ["variable1", "variable2"],
  difference: ["variable1", "variable2"],
  count: ["variable"],
  instances: ["class"],
  values: ["variable", "attribute"],
  filter: ["variable", "attribute", "comparison", "value"],
  find_entities: ["text"],
  find_classes: ["text"],
  describe: ["variable"],
  get_path: ["from", "to"],
};

/**
 * Reads a call as KBQA-Agent writes it: `get_neighbors(m.09rl290,media_common.quotation.author)`. The last argument may hold commas.
 *
 * @throws FuxiError `data-invalid`
 */
export function readActionText(text: string): ToolUse {
  const [, tool = "", inner = ""] = /^\s*(\w+)\s*\((.*)\)\s*$/su.exec(text) ?? [];
  const names = Object.hasOwn(ARGUMENTS, tool) ? ARGUMENTS[tool] : undefined;
  if (names === undefined)
    throw invalid(
      text,
      `expected one of ${Object.keys(ARGUMENTS).join(", ")} with its arguments in brackets`,
    );
  const given = inner.match(/(?:<[^>]*>|"(?:[^"\\]|\\.)*"|[^,])+/gsu)?.map((part) => part.trim()) ?? [];
  const values = [...given.slice(0, names.length - 1), given.slice(names.length - 1).join(",")];
  if (values.length !== names.length || values.includes(""))
    throw invalid(text, `${tool} takes ${names.join(", ")}`);
  return { tool, arguments: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""])) };
}

export function actionText({ tool, arguments: given }: ToolUse): string {
  return `${tool}(${Object.values(given).join(",")})`;
}

export function invalid(action: string, what: string): FuxiError {
  return new FuxiError("data-invalid", `Action "${action.slice(0, 200)}": ${what}.`);
}
