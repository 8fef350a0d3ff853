import { createHash } from "node:crypto";
import { FuxiError } from "../errors/fuxi-error.ts";

/** Content above this is refused unless the store was made with another cap. */
export const DEFAULT_ARTIFACT_CAP_BYTES = 256 * 1024 * 1024;

/** What is kept of one principal, unless the store was made with another quota. */
export const DEFAULT_ARTIFACT_QUOTA_BYTES = 2 * 1024 * 1024 * 1024;

/** The largest content that a store takes, how much it keeps, and the time that it goes by. */
export interface ArtifactStoreOptions {
  /** 256 MiB unless given. */
  readonly capBytes?: number;
  /** Of all content of one principal, 2 GiB unless given. A put that would pass it forgets those of that principal that expire first. */
  readonly quotaBytes?: number;
  /** The system clock unless given. */
  readonly clock?: () => Date;
}

export function sha256Of(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

export function checkCap(content: Uint8Array, capBytes: number): void {
  if (content.byteLength <= capBytes) return;
  throw new FuxiError(
    "artifact-too-large",
    `The content has ${content.byteLength} bytes; the artifact store accepts ${capBytes} at most.`,
    { hint: "Ask for less, or raise the cap of the artifact store." },
  );
}

/** The same words whether it never existed, has expired, or belongs to somebody else. */
export function artifactMissing(sha256: string): FuxiError {
  return new FuxiError("artifact-missing", `There is no artifact ${sha256.slice(0, 12)} any more.`, {
    hint: "Take the action again that made it.",
  });
}
