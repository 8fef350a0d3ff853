import type { PermittedAction, PermittedSlot } from "../../environment/permitted-action.ts";
import type { Permitted } from "../policy-request.ts";
import type { Referable } from "../references/referable.ts";
import { takesReference } from "../references/references-in.ts";

/** Of what can be handed over, the newest: each is an option of its own. */
const MOST_OFFERED = 6;

/** Options with each slot for a reference replaced by the references that there are: nothing has to be written. */
export function withReferences(
  options: readonly Permitted[],
  known: readonly Referable[],
): readonly Permitted[] {
  return options.flatMap((option): readonly Permitted[] => {
    if (option.type === "action" || !takesReference(option.constraint)) return [option];
    return known.slice(0, MOST_OFFERED).map(({ text }) => filled(option, text));
  });
}

function filled(slot: PermittedSlot, reference: string): PermittedAction {
  const { environment, tool, argument, constraint, label } = slot;
  const value = constraint.type === "array" ? [reference] : reference;
  return {
    type: "action",
    action: { environment, tool, arguments: { ...slot.arguments, [argument]: value } },
    label: label.includes("…") ? label.replace("…", () => reference) : `${label} ${reference}`,
  };
}
