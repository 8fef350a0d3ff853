import { createHash } from "node:crypto";
import type { ArtifactStore } from "../environment/artifact-store.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { keyText, query, type Sql, timeGiven, timeSql } from "./sql.ts";
import { IN_MEMORY, openSqliteStore } from "./sqlite.ts";
import { PART_BYTES } from "./tables.ts";

/** Size limit, quota and clock of an artifact store. */
export interface ArtifactStoreOptions {
  /** Limit of one content, 256 MiB unless given. */
  readonly capBytes?: number;
  /** Quota for all content of one principal, 2 GiB unless given. A put that would exceed it evicts the principal's content that expires first. */
  readonly quotaBytes?: number;
  /** The store's clock unless given. */
  readonly clock?: () => Date;
}

const MIB = 1024 * 1024;

/** Artifacts that end with the process. */
export const memoryArtifactStore = (options?: ArtifactStoreOptions): ArtifactStore =>
  artifactStore(openSqliteStore(IN_MEMORY), options);

/**
 * Artifacts in an open store, split into parts.
 * @throws FuxiError `store-corrupt` (also from `get`, for content that no longer has the digest it is named by), `store-unavailable`
 */
export function artifactStore(
  sql: Sql,
  { capBytes = 256 * MIB, quotaBytes = 2048 * MIB, clock }: ArtifactStoreOptions = {},
): ArtifactStore {
  const [artifact, part] = [sql.table("artifact"), sql.table("artifact_part")];
  const close = sql.share();
  return {
    async put(given, { principal, mediaType, lifetimeSeconds }) {
      checkCap(given, Math.min(capBytes, quotaBytes));
      // A copy: the caller may change the bytes between the writes of two parts.
      const content = Buffer.from(given);
      const sha256 = sha256Of(content);
      const bytes = content.byteLength;
      const owner = keyText(principal.id);
      const now = timeGiven(clock);
      await sql.transaction(
        function* () {
          yield* query(
            `DELETE FROM ${artifact} WHERE principal = $1 AND sha256 IN (
               SELECT sha256 FROM (
                 SELECT sha256, sum(bytes) OVER (ORDER BY expires, sha256) - bytes AS before,
                   sum(bytes) OVER () + $3::bigint - $4::float8 AS excess
                 FROM ${artifact} WHERE principal = $1 AND sha256 <> $2
               ) AS other WHERE before < excess
             )`,
            [owner, sha256, bytes, quotaBytes],
          );
          yield* query(
            `INSERT INTO ${artifact} AS kept (principal, sha256, expires, bytes)
             VALUES ($1, $2, ceil(${timeSql(sql, 3)} + $4::float8 * 1000), $5)
             ON CONFLICT (principal, sha256) DO UPDATE SET expires = greatest(kept.expires, excluded.expires)`,
            [owner, sha256, now, lifetimeSeconds, bytes],
          );
          const keys = [owner, sha256];
          const there = yield* query(
            `SELECT 1 FROM ${part} WHERE principal = $1 AND sha256 = $2 LIMIT 1`,
            keys,
          );
          if (there.rowCount > 0) return;
          for (let at = 0; at < bytes; at += PART_BYTES) {
            yield* query(`INSERT INTO ${part} (principal, sha256, part, content) VALUES ($1, $2, $3, $4)`, [
              ...keys,
              at / PART_BYTES,
              content.subarray(at, at + PART_BYTES),
            ]);
          }
        },
        // Two concurrent puts of one principal would both see enough room.
        { lock: `artifacts ${owner}` },
      );
      return { sha256, bytes, mediaType };
    },
    async get(sha256, principal) {
      const keys = [keyText(principal.id), keyText(sha256)];
      const { rows } = await sql.run(() =>
        query(
          `SELECT bytes FROM ${artifact} WHERE principal = $1 AND sha256 = $2 AND expires > ${timeSql(sql, 3)}`,
          [...keys, timeGiven(clock)],
        ),
      );
      if (rows[0] === undefined) throw artifactMissing(sha256);
      const content = new Uint8Array(Number(rows[0]["bytes"]));
      for (let at = 0; at < content.byteLength; at += PART_BYTES) {
        const found = await sql.run(() =>
          query(`SELECT content FROM ${part} WHERE principal = $1 AND sha256 = $2 AND part = $3`, [
            ...keys,
            at / PART_BYTES,
          ]),
        );
        // The artifact was swept in between.
        if (found.rows[0] === undefined) throw artifactMissing(sha256);
        content.set(found.rows[0]["content"] as Uint8Array, at);
      }
      if (sha256Of(content) !== sha256) throw sql.damaged();
      return content;
    },
    async sweep() {
      const { rowCount } = await sql.run(() =>
        query(`DELETE FROM ${artifact} WHERE expires <= ${timeSql(sql, 1)}`, [timeGiven(clock)]),
      );
      return rowCount;
    },
    close,
  };
}

function sha256Of(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function checkCap(content: Uint8Array, capBytes: number): void {
  if (content.byteLength <= capBytes) return;
  throw new FuxiError(
    "artifact-too-large",
    `The content has ${content.byteLength} bytes; the artifact store accepts ${capBytes} at most.`,
    { hint: "Ask for less, or raise the cap of the artifact store." },
  );
}

/** The same words whether the artifact never existed, has expired, or belongs to somebody else. */
function artifactMissing(sha256: string): FuxiError {
  return new FuxiError("artifact-missing", `There is no artifact ${sha256.slice(0, 12)} any more.`, {
    hint: "Take the action again that made it.",
  });
}
