import type { PermittedSlot } from "../../../environment/permitted-action.ts";
import type { JsonObject } from "../../../util/json.ts";

/** What a filter is on and how it reads; one argument is left open. */
export interface FilterSlot {
  readonly environment: string;
  readonly given: Readonly<Partial<Record<(typeof ARGUMENTS)[number], string>>>;
  /** As the given arguments read in a list, where that is not what is written. */
  readonly shown: Readonly<Partial<Record<(typeof ARGUMENTS)[number], string>>>;
  readonly constraint: JsonObject;
}

const ARGUMENTS = ["variable", "attribute", "comparison", "value"] as const;

export function filterSlot({ environment, given, shown, constraint }: FilterSlot): PermittedSlot {
  const open = ARGUMENTS.find((argument) => given[argument] === undefined) ?? "value";
  const parts = ARGUMENTS.map((argument) => shown[argument] ?? given[argument] ?? "…");
  return {
    type: "slot",
    environment,
    tool: "filter",
    arguments: { ...given },
    argument: open,
    constraint: { type: "string", ...constraint },
    label: `filter(${parts.join(", ")})`,
  };
}
