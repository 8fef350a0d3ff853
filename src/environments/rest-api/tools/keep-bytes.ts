import type { ActContext } from "../../../environment/act-context.ts";
import type { ArtifactRef } from "../../../environment/artifact-store.ts";

const LIFETIME_SECONDS = 30 * 24 * 3600;

/** @throws FuxiError `artifact-too-large` */
export function keepBytes(
  content: Uint8Array,
  mediaType: string,
  { artifacts, principal }: Pick<ActContext, "artifacts" | "principal">,
): Promise<ArtifactRef> {
  return artifacts.put(content, { principal, mediaType, lifetimeSeconds: LIFETIME_SECONDS });
}
