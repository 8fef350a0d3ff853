import { randomUUID } from "node:crypto";
import {
  type KeepOptions,
  type KeptWorkspaces,
  MOST_KEPT,
  type WorkspaceStore,
} from "../environment/workspace-store.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import {
  DURABLE,
  keyText,
  nowGiven,
  nowSql,
  type PostgresStore,
  type Query,
} from "../store-postgres/postgres-store.ts";

import type { JsonObject } from "../util/json.ts";
import { contentOfText, expiresAfterRead, keptText, newWorkspaceId } from "./kept-text.ts";

/**
 * Workspaces that machines share. `clock`: the server's unless given.
 * @throws FuxiError `store-corrupt`, `store-unavailable`, and from `read` and `write` `workspace-invalid` for content that is no JSON any more
 */
export function postgresWorkspaceStore(store: PostgresStore, clock?: () => Date): WorkspaceStore {
  const workspace = store.table("workspace");
  const close = store.share();

  const read = async (query: Query, id: string, options: KeepOptions) => {
    const { principal } = options;
    const keys = [keyText(principal.id), keyText(id)];
    const { rows } = await query(
      `SELECT version, expires, ${nowSql(3)} AS now, call, content FROM ${workspace} WHERE principal = $1 AND id = $2 AND expires > ${nowSql(3)}`,
      [...keys, nowGiven(clock)],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const version = Number(row["version"]);
    const content = contentOfText(String(row["content"]));
    const before = Number(row["expires"]);
    const expires = expiresAfterRead(Number(row["now"]), options, before);
    if (expires !== before) {
      await query(
        `UPDATE ${workspace} SET expires = greatest(expires, $3) WHERE principal = $1 AND id = $2`,
        [...keys, expires],
      );
    }
    return { kept: keptOf(id, version, expires, content), call: String(row["call"]) };
  };

  return {
    async open(content, options) {
      const { principal, lifetimeSeconds } = options;
      const text = keptText(content);
      const [id, call] = [newWorkspaceId(), randomUUID()];
      const expires = await store.run(async (query) => {
        const { rows } = await query(
          `WITH room AS (
             DELETE FROM ${workspace} WHERE principal = $1 AND id IN (
               SELECT id FROM ${workspace} WHERE principal = $1 AND id <> $2
               ORDER BY expires DESC, number DESC OFFSET ${MOST_KEPT - 1}
             )
           )
           INSERT INTO ${workspace} AS kept (principal, id, version, call, expires, content)
           SELECT $1, $2, 1, $3::uuid, ceil(${nowSql(4)} + $5::float8 * 1000), $6 WHERE ${DURABLE}
           ON CONFLICT (principal, id) DO UPDATE SET expires = kept.expires RETURNING expires`,
          [keyText(principal.id), id, call, nowGiven(clock), lifetimeSeconds, text],
        );
        return Number(rows[0]?.["expires"]);
      });
      return keptOf(id, 1, expires, contentOfText(text));
    },
    async read(id, options) {
      return await store.run(async (query) => (await read(query, id, options))?.kept);
    },
    async write(id, version, content, options) {
      const text = keptText(content);
      const { principal, lifetimeSeconds } = options;
      const call = randomUUID();
      return await store.run(async (query, again) => {
        const { rows } = await query(
          `UPDATE ${workspace} SET version = version + 1, call = $3, content = $4,
             expires = greatest(expires, ceil(${nowSql(5)} + $6::float8 * 1000)::bigint)
           WHERE principal = $1 AND id = $2 AND version = $7::float8 AND expires > ${nowSql(5)} AND ${DURABLE}
           RETURNING expires`,
          [keyText(principal.id), keyText(id), call, text, nowGiven(clock), lifetimeSeconds, version],
        );
        const [written] = rows;
        if (written !== undefined) {
          const next = version + 1;
          const kept = contentOfText(text);
          return { type: "written", kept: keptOf(id, next, Number(written["expires"]), kept) };
        }
        const found = await read(query, id, options);
        if (found === undefined) return { type: "missing" };
        const { kept } = found;
        if (!again) return { type: "stale", kept };
        if (found.call === call) return { type: "written", kept };
        // Somebody has written on what may have been ours.
        if (kept.version > version + 1) throw unknownWrite(store.place);
        return { type: "stale", kept };
      });
    },
    async sweep() {
      const { rowCount } = await store.run((query) =>
        query(`DELETE FROM ${workspace} WHERE expires <= ${nowSql(1)}`, [nowGiven(clock)]),
      );
      return rowCount;
    },
    close,
  };
}

function keptOf(id: string, version: number, expires: number, content: JsonObject): KeptWorkspaces {
  return { id, version, expires: new Date(expires).toISOString(), content };
}

function unknownWrite(place: string): FuxiError {
  return new FuxiError(
    "store-unavailable",
    `The store at ${place} went away during a write, and whether it was done is not known.`,
    { hint: "Look at the workspace as it is now before you go on." },
  );
}
