import { randomInt } from "node:crypto";
import {
  type KeepOptions,
  MOST_STORED,
  STORED_LIMIT_BYTES,
  type StoredWorkspaces,
  type WorkspaceStore,
} from "../environment/workspace-store.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { JsonObject } from "../util/json.ts";
import { keyText, query, type Sql, type Steps, timeGiven, timeSql } from "./sql.ts";

/**
 * Workspaces in an open store. `clock`: the store's unless given.
 * @throws FuxiError `store-corrupt`, `store-unavailable`, and from `read` and `write` `workspace-invalid` for content that is no valid JSON
 */
export function workspaceStore(sql: Sql, clock?: () => Date): WorkspaceStore {
  const workspace = sql.table("workspace");
  const close = sql.share();

  function* read(
    id: string,
    { principal, lifetimeSeconds }: KeepOptions,
  ): Steps<StoredWorkspaces | undefined> {
    const keys = [keyText(principal.id), keyText(id)];
    const now = timeSql(sql, 3);
    const { rows } = yield* query(
      `SELECT version, expires, ${now} AS now, content FROM ${workspace} WHERE principal = $1 AND id = $2 AND expires > ${now}`,
      [...keys, timeGiven(clock)],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const content = contentOfText(String(row["content"]));
    const expires = expiresAfterRead(Number(row["now"]), lifetimeSeconds, Number(row["expires"]));
    if (expires !== Number(row["expires"])) {
      yield* query(
        `UPDATE ${workspace} SET expires = greatest(expires, $3::bigint) WHERE principal = $1 AND id = $2`,
        [...keys, expires],
      );
    }
    return keptOf(id, Number(row["version"]), expires, content);
  }

  return {
    async open(content, { principal, lifetimeSeconds }) {
      const text = keptText(content);
      const id = newWorkspaceId();
      const owner = keyText(principal.id);
      const expires = await sql.transaction(function* () {
        yield* query(
          `DELETE FROM ${workspace} WHERE principal = $1 AND id IN (
             SELECT id FROM (
               SELECT id, row_number() OVER (ORDER BY expires DESC, number DESC) AS place
               FROM ${workspace} WHERE principal = $1 AND id <> $2
             ) AS other WHERE place >= ${MOST_STORED}
           )`,
          [owner, id],
        );
        const { rows } = yield* query(
          `INSERT INTO ${workspace} AS kept (principal, id, version, expires, content)
           VALUES ($1, $2, 1, ceil(${timeSql(sql, 3)} + $4::float8 * 1000), $5)
           ON CONFLICT (principal, id) DO UPDATE SET expires = kept.expires RETURNING expires`,
          [owner, id, timeGiven(clock), lifetimeSeconds, text],
        );
        return Number(rows[0]?.["expires"]);
      });
      return keptOf(id, 1, expires, contentOfText(text));
    },
    async read(id, options) {
      return await sql.run(() => read(id, options));
    },
    async write(id, version, content, options) {
      const text = keptText(content);
      const { principal, lifetimeSeconds } = options;
      const now = timeSql(sql, 4);
      return await sql.transaction(function* () {
        const { rows } = yield* query(
          `UPDATE ${workspace} SET version = version + 1, content = $3,
             expires = greatest(expires, ceil(${now} + $5::float8 * 1000)::bigint)
           WHERE principal = $1 AND id = $2 AND version = $6::float8 AND expires > ${now} RETURNING expires`,
          [keyText(principal.id), keyText(id), text, timeGiven(clock), lifetimeSeconds, version],
        );
        const [written] = rows;
        if (written !== undefined) {
          const kept = keptOf(id, version + 1, Number(written["expires"]), contentOfText(text));
          return { type: "written", kept };
        }
        const kept = yield* read(id, options);
        return kept === undefined ? { type: "missing" } : { type: "stale", kept };
      });
    },
    async sweep() {
      const { rowCount } = await sql.run(() =>
        query(`DELETE FROM ${workspace} WHERE expires <= ${timeSql(sql, 1)}`, [timeGiven(clock)]),
      );
      return rowCount;
    },
    close,
  };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 14;

/** 14 characters of `a-z0-9`, 72 random bits: ids cannot be guessed. */
function newWorkspaceId(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** A read renews only what has lost more than this share of its lifetime, so that reading hardly ever writes. */
const LEFT_OUT = 0.1;

/** Milliseconds of the epoch, never earlier than `before`; `before` itself if renewal is not worth a write. */
function expiresAfterRead(now: number, lifetimeSeconds: number, before: number): number {
  const renewed = Math.max(before, Math.ceil(now + lifetimeSeconds * 1000));
  return renewed - before > lifetimeSeconds * 1000 * LEFT_OUT ? renewed : before;
}

/** @throws FuxiError `artifact-too-large` above `STORED_LIMIT_BYTES` */
function keptText(content: JsonObject): string {
  const text = JSON.stringify(content);
  const bytes = Buffer.byteLength(text);
  if (bytes <= STORED_LIMIT_BYTES) return text;
  throw new FuxiError(
    "artifact-too-large",
    `The workspaces of the task have ${bytes} bytes; ${STORED_LIMIT_BYTES} are kept at most.`,
    { hint: "Go on with new workspaces." },
  );
}

/** @throws FuxiError `workspace-invalid` */
function contentOfText(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch (cause) {
    throw new FuxiError("workspace-invalid", "The workspaces that were kept are damaged.", {
      hint: "Open a new workspace.",
      cause,
    });
  }
}

function keptOf(id: string, version: number, expires: number, content: JsonObject): StoredWorkspaces {
  return { id, version, expires: new Date(expires).toISOString(), content };
}
