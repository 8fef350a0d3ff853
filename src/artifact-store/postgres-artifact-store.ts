import type { ArtifactStore } from "../environment/artifact-store.ts";
import { LOCK_SPACE } from "../store-postgres/migrate.ts";
import { keyText, nowGiven, nowSql, type PostgresStore } from "../store-postgres/postgres-store.ts";

import { damagedStore } from "../store-postgres/store-server-errors.ts";
import {
  type ArtifactStoreOptions,
  artifactMissing,
  checkCap,
  DEFAULT_ARTIFACT_CAP_BYTES,
  DEFAULT_ARTIFACT_QUOTA_BYTES,
  sha256Of,
} from "./artifact-identity.ts";

/** Bytes that cross at once. A value comes back as text of twice its length. */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Artifacts that machines share, kept in parts. `clock`: the server's unless given.
 * @throws FuxiError `store-corrupt` (also from `get`, for content that no longer has the digest it is named by), `store-unavailable`
 */
export function postgresArtifactStore(
  store: PostgresStore,
  options: ArtifactStoreOptions = {},
): ArtifactStore {
  const { capBytes = DEFAULT_ARTIFACT_CAP_BYTES, quotaBytes = DEFAULT_ARTIFACT_QUOTA_BYTES, clock } = options;
  const [artifact, part] = [store.table("artifact"), store.table("artifact_part")];
  const close = store.share();
  return {
    async put(given, { principal, mediaType, lifetimeSeconds }) {
      checkCap(given, Math.min(capBytes, quotaBytes));
      // Parts go out one after the other, and the caller may change the bytes in between.
      const content = Buffer.from(given);
      const sha256 = sha256Of(content);
      const owner = keyText(principal.id);
      const now = nowGiven(clock);
      await store.transaction(async (query) => {
        // Two puts at once of one principal would both see room for theirs.
        await query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [LOCK_SPACE, `artifacts ${owner}`]);
        await query(
          `WITH other AS (
             SELECT sha256, bytes, sum(bytes) OVER (ORDER BY expires, sha256) - bytes AS before
             FROM ${artifact} WHERE principal = $1 AND sha256 <> $2
           ), excess AS (SELECT coalesce(sum(bytes), 0) + $3::bigint - $4::float8 AS bytes FROM other)
           DELETE FROM ${artifact} AS kept USING other, excess
           WHERE kept.principal = $1 AND kept.sha256 = other.sha256 AND other.before < excess.bytes`,
          [owner, sha256, content.byteLength, quotaBytes],
        );
        await query(
          `INSERT INTO ${artifact} AS kept (principal, sha256, expires, bytes)
           VALUES ($1, $2, ceil(${nowSql(3)} + $4::float8 * 1000), $5)
           ON CONFLICT (principal, sha256) DO UPDATE SET expires = greatest(kept.expires, excluded.expires)`,
          [owner, sha256, now, lifetimeSeconds, content.byteLength],
        );
        const there = await query(`SELECT 1 FROM ${part} WHERE principal = $1 AND sha256 = $2 LIMIT 1`, [
          owner,
          sha256,
        ]);
        if (there.rowCount > 0) return;
        for (let at = 0; at < content.byteLength; at += PART_BYTES) {
          await query(`INSERT INTO ${part} (principal, sha256, part, content) VALUES ($1, $2, $3, $4)`, [
            owner,
            sha256,
            at / PART_BYTES,
            content.subarray(at, at + PART_BYTES),
          ]);
        }
      });
      return { sha256, bytes: content.byteLength, mediaType };
    },
    async get(sha256, principal) {
      const keys = [keyText(principal.id), keyText(sha256)];
      const { rows } = await store.run((query) =>
        query(
          `SELECT bytes FROM ${artifact} WHERE principal = $1 AND sha256 = $2 AND expires > ${nowSql(3)}`,
          [...keys, nowGiven(clock)],
        ),
      );
      if (rows[0] === undefined) throw artifactMissing(sha256);
      const content = Buffer.alloc(Number(rows[0]["bytes"]));
      for (let at = 0; at < content.byteLength; at += PART_BYTES) {
        const found = await store.run((query) =>
          query(`SELECT content FROM ${part} WHERE principal = $1 AND sha256 = $2 AND part = $3`, [
            ...keys,
            at / PART_BYTES,
          ]),
        );
        // Swept in between.
        if (found.rows[0] === undefined) throw artifactMissing(sha256);
        (found.rows[0]["content"] as Buffer).copy(content, at);
      }
      if (sha256Of(content) !== sha256) throw damagedStore(store.place);
      return content;
    },
    async sweep() {
      const { rowCount } = await store.run((query) =>
        query(`DELETE FROM ${artifact} WHERE expires <= ${nowSql(1)}`, [nowGiven(clock)]),
      );
      return rowCount;
    },
    close,
  };
}
