import { existsSync } from "node:fs";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { Configuration, ConfiguredTarget } from "./file/configuration.ts";
import { recogniseTarget, type Target, withDataFilesTogether } from "./recognise-target.ts";
import { environmentId } from "./target-names.ts";

/** A target with the id of its environment and its configuration. */
export interface ResolvedTarget {
  readonly id: string;
  readonly target: Target;
  readonly configured?: ConfiguredTarget;
}

interface Slot {
  readonly target: Target;
  readonly configured?: ConfiguredTarget & { readonly id: string };
}

/**
 * Resolves named targets, in order: ids of the configuration, files, URLs. All directly named data files become one database. A name that occurs
 * twice gets a number.
 * @param onWarning called if an id is also a file
 * @throws FuxiError as `recogniseTarget`; `configuration-invalid` for an id whose variables are not set
 */
export function resolveTargets(
  named: readonly string[],
  configuration: Configuration | undefined,
  onWarning: (message: string) => void,
): readonly ResolvedTarget[] {
  const slots = named.map((text): Slot => {
    checkUsable(text, configuration);
    const configured = configuration?.targets.get(text);
    if (configured === undefined) return { target: recogniseTarget(text) };
    if (existsSync(text))
      onWarning(
        `${text} is taken for the target of that name in ${configuration?.path}; write ./${text} for the file`,
      );
    const [target] = withDataFilesTogether(configured.named.map(recogniseTarget));
    if (target === undefined) throw new FuxiError("internal", `The target ${text} names nothing.`);
    return { target, configured: { ...configured, id: text } };
  });
  const ids: string[] = [];
  return withLooseFilesTogether(slots).map(({ target, configured }) => {
    const id = environmentId(configured?.id ?? target.name, ids);
    ids.push(id);
    return { id, target, ...(configured === undefined ? {} : { configured }) };
  });
}

function checkUsable(id: string, configuration: Configuration | undefined): void {
  const reason = configuration?.unusable.get(id);
  if (reason === undefined) return;
  throw new FuxiError("configuration-invalid", `The target ${id} cannot be used: ${reason}.`, {
    hint: "Other targets of the file can be used meanwhile.",
  });
}

/** Merges directly named data files. Configured targets stay separate. */
function withLooseFilesTogether(slots: readonly Slot[]): readonly Slot[] {
  const loose = slots.filter(({ configured }) => configured === undefined).map(({ target }) => target);
  const together = withDataFilesTogether(loose);
  const rest = new Set<Target>(together);
  const merged = together.find((target) => target.type === "data-files" && !loose.includes(target));
  let isPlaced = false;
  return slots.flatMap((slot): readonly Slot[] => {
    if (slot.configured !== undefined || rest.has(slot.target)) return [slot];
    if (merged === undefined || isPlaced) return [];
    isPlaced = true;
    return [{ target: merged }];
  });
}
