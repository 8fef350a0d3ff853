import type { ActContext } from "./act-context.ts";
import type { ArtifactRef } from "./artifact-store.ts";

/** Longer than a workspace is likely to live. */
const LIFETIME_SECONDS = 30 * 24 * 3600;

type Artifacts = Pick<ActContext, "artifacts" | "principal">;

/** Keeps content for 30 days. @throws FuxiError `artifact-too-large` */
export function keepBytes(
  content: Uint8Array,
  mediaType: string,
  { artifacts, principal }: Artifacts,
): Promise<ArtifactRef> {
  return artifacts.put(content, { principal, mediaType, lifetimeSeconds: LIFETIME_SECONDS });
}

/** Keeps one JSON value a line. @throws FuxiError `artifact-too-large` */
export function keepLines(values: readonly unknown[], context: Artifacts): Promise<ArtifactRef> {
  const lines = values.map((value) => `${JSON.stringify(value)}\n`).join("");
  return keepBytes(new TextEncoder().encode(lines), "application/x-ndjson", context);
}

/** The values that `keepLines` kept. @throws FuxiError `artifact-missing` */
export async function readLines(
  { sha256 }: Pick<ArtifactRef, "sha256">,
  { artifacts, principal }: Artifacts,
): Promise<readonly unknown[]> {
  const text = new TextDecoder().decode(await artifacts.get(sha256, principal));
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line) as unknown]));
}
