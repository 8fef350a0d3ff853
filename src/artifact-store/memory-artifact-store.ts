import type { ArtifactStore } from "../environment/artifact-store.ts";
import type { Principal } from "../environment/principal.ts";
import {
  type ArtifactStoreOptions,
  artifactMissing,
  checkCap,
  DEFAULT_ARTIFACT_CAP_BYTES,
  DEFAULT_ARTIFACT_QUOTA_BYTES,
  sha256Of,
} from "./artifact-identity.ts";

interface Kept {
  readonly owner: string;
  readonly content: Uint8Array;
  readonly expires: number;
}

/** Artifacts for as long as the process lives. */
export function memoryArtifactStore(options: ArtifactStoreOptions = {}): ArtifactStore {
  const {
    capBytes = DEFAULT_ARTIFACT_CAP_BYTES,
    quotaBytes = DEFAULT_ARTIFACT_QUOTA_BYTES,
    clock = () => new Date(),
  } = options;
  const kept = new Map<string, Kept>();
  const keyOf = (sha256: string, { id }: Principal): string => `${sha256} ${id}`;
  const now = (): number => clock().getTime();
  const makeRoom = (key: string, owner: string, bytes: number): void => {
    const others = [...kept].filter(([other, artifact]) => artifact.owner === owner && other !== key);
    let excess = bytes - quotaBytes;
    for (const [, { content }] of others) excess += content.byteLength;
    if (excess <= 0) return;
    for (const [other, { content }] of others.sort(([, a], [, b]) => a.expires - b.expires)) {
      kept.delete(other);
      excess -= content.byteLength;
      if (excess <= 0) return;
    }
  };
  return {
    async put(content, { principal, mediaType, lifetimeSeconds }) {
      checkCap(content, Math.min(capBytes, quotaBytes));
      const sha256 = sha256Of(content);
      const key = keyOf(sha256, principal);
      const before = kept.get(key);
      const expires = Math.max(before?.expires ?? 0, now() + lifetimeSeconds * 1000);
      makeRoom(key, principal.id, content.byteLength);
      kept.set(key, { owner: principal.id, content: before?.content ?? content.slice(), expires });
      return { sha256, bytes: content.byteLength, mediaType };
    },
    async get(sha256, principal) {
      const found = kept.get(keyOf(sha256, principal));
      if (found === undefined || found.expires <= now()) throw artifactMissing(sha256);
      return found.content.slice();
    },
    async sweep() {
      const expired = [...kept].filter(([, { expires }]) => expires <= now());
      for (const [key] of expired) kept.delete(key);
      return expired.length;
    },
    async close() {
      kept.clear();
    },
  };
}
