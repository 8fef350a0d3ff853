import type { Principal } from "./principal.ts";

/** Names an artifact by the SHA-256 of its content, in lower-case hexadecimal. */
export interface ArtifactRef {
  readonly sha256: string;
  readonly bytes: number;
  readonly mediaType: string;
}

/** Owner, media type and lifetime of stored content. */
export interface PutOptions {
  readonly principal: Principal;
  readonly mediaType: string;
  /** Seconds from now until the store may delete it. */
  readonly lifetimeSeconds: number;
}

/**
 * Bulky content of runs, content-addressed. The same content put twice is kept once per principal and lives until the later of the
 * two lifetimes.
 * @throws FuxiError `artifact-too-large` from `put` above the store's cap; `artifact-missing` from `get` when it does not exist, has
 * expired, or belongs to another principal (in the same words).
 */
export interface ArtifactStore {
  /** Keeps a copy of the bytes. */
  put(content: Uint8Array, options: PutOptions): Promise<ArtifactRef>;
  /** A copy of the bytes, by the digest of `ArtifactRef`. */
  get(sha256: string, principal: Principal): Promise<Uint8Array>;
  /** Forgets what has expired; returns how many artifacts went. */
  sweep(): Promise<number>;
  close(): Promise<void>;
}
