import type { ArtifactStore } from "../environment/artifact-store.ts";
import { IN_MEMORY, inTransaction, openStoreFile } from "../store-file/store-file.ts";
import { damaged, guarded } from "../store-file/store-file-errors.ts";
import {
  type ArtifactStoreOptions,
  artifactMissing,
  checkCap,
  DEFAULT_ARTIFACT_CAP_BYTES,
  DEFAULT_ARTIFACT_QUOTA_BYTES,
  sha256Of,
} from "./artifact-identity.ts";

/**
 * Artifacts in a SQLite file, which may be the one that holds the trajectories.
 * @throws FuxiError `store-corrupt` (also from `get`, for content that no longer has the digest it is named by), `store-unavailable`
 */
export function sqliteArtifactStore(path: string, options: ArtifactStoreOptions = {}): ArtifactStore {
  const {
    capBytes = DEFAULT_ARTIFACT_CAP_BYTES,
    quotaBytes = DEFAULT_ARTIFACT_QUOTA_BYTES,
    clock = () => new Date(),
  } = options;
  const file = openStoreFile(path);
  const { database } = file;
  const statements = guarded(path, () => ({
    put: database.prepare(
      `INSERT INTO artifact (principal, sha256, expires, content) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET expires = max(expires, excluded.expires)`,
    ),
    get: database.prepare("SELECT content FROM artifact WHERE principal = ? AND sha256 = ? AND expires > ?"),
    others: database.prepare(
      "SELECT coalesce(sum(length(content)), 0) AS bytes FROM artifact WHERE principal = ? AND sha256 <> ?",
    ),
    soonest: database.prepare(
      `SELECT sha256, length(content) AS bytes FROM artifact WHERE principal = ? AND sha256 <> ?
       ORDER BY expires LIMIT 1`,
    ),
    forget: database.prepare("DELETE FROM artifact WHERE principal = ? AND sha256 = ?"),
    sweep: database.prepare("DELETE FROM artifact WHERE expires <= ?"),
  }));
  const now = (): number => clock().getTime();
  const makeRoom = (principal: string, sha256: string, bytes: number): void => {
    let excess = Number(statements.others.get(principal, sha256)?.bytes) + bytes - quotaBytes;
    while (excess > 0) {
      const soonest = statements.soonest.get(principal, sha256);
      if (soonest === undefined) return;
      statements.forget.run(principal, String(soonest.sha256));
      excess -= Number(soonest.bytes);
    }
  };
  return {
    async put(content, { principal, mediaType, lifetimeSeconds }) {
      checkCap(content, Math.min(capBytes, quotaBytes));
      const sha256 = sha256Of(content);
      const expires = Math.ceil(now() + lifetimeSeconds * 1000);
      inTransaction(file, () => {
        makeRoom(principal.id, sha256, content.byteLength);
        statements.put.run(principal.id, sha256, expires, content);
      });
      return { sha256, bytes: content.byteLength, mediaType };
    },
    async get(sha256, principal) {
      const row = guarded(path, () => statements.get.get(principal.id, sha256, now()));
      if (row === undefined) throw artifactMissing(sha256);
      const content = row.content as Uint8Array;
      if (sha256Of(content) !== sha256) throw damaged(path);
      return content;
    },
    async sweep() {
      return Number(guarded(path, () => statements.sweep.run(now())).changes);
    },
    async close() {
      if (database.isOpen) database.close();
    },
  };
}

/** Artifacts for as long as the process lives. */
export function memoryArtifactStore(options: ArtifactStoreOptions = {}): ArtifactStore {
  return sqliteArtifactStore(IN_MEMORY, options);
}
