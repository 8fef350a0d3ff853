import type { ActContext } from "../../../environment/act-context.ts";
import type { ArtifactRef } from "../../../environment/artifact-store.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";

export type RelationValue = string | number | boolean | null;

/**
 * The values that an artifact of JSON lines holds.
 *
 * @throws FuxiError `artifact-missing` where it has expired or is somebody else's, `artifact-invalid` where it holds anything but values
 */
export async function readRelationValues(
  { sha256 }: Pick<ArtifactRef, "sha256">,
  { artifacts, principal }: Pick<ActContext, "artifacts" | "principal">,
): Promise<readonly RelationValue[]> {
  const text = new TextDecoder().decode(await artifacts.get(sha256, principal));
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => parsed(line));
}

function parsed(line: string): RelationValue {
  try {
    const value = JSON.parse(line) as unknown;
    if (value === null || typeof value !== "object") return value as RelationValue;
  } catch {}
  throw new FuxiError("data-invalid", "The values that were handed over are not one value a line.");
}
