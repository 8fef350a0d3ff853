import { randomUUID } from "node:crypto";
import type { Principal } from "../environment/principal.ts";
import {
  DURABLE,
  keyText,
  nowGiven,
  nowSql,
  type PostgresStore,
  type Query,
} from "../store-postgres/postgres-store.ts";

import { storedOnServer } from "../store-postgres/store-server-errors.ts";
import type { JsonObject } from "../util/json.ts";
import type { Claim, WorkStore, WorkSummary } from "../work-list/work-store.ts";
import { checkItems, itemNotFound, listExists, listNotFound } from "./work-errors.ts";

/**
 * Lists of work that machines share; leases end by the server's clock unless one is given. Of several that claim at once, each skips what
 * another has just locked.
 * @throws FuxiError `store-corrupt`, `store-unavailable`
 */
export function postgresWorkStore(store: PostgresStore, clock?: () => Date): WorkStore {
  const [workList, workItem] = [store.table("work_list"), store.table("work_item")];
  const close = store.share();
  const summary = `opening, manifest, created, items,
    items - (SELECT count(*) FROM ${workItem} WHERE list = number AND result IS NULL) AS finished`;

  const parse = <T = JsonObject>(text: unknown): T => storedOnServer(store.place, text);
  const find = async (query: Query, id: string, principal: Principal): Promise<string> => {
    const { rows } = await query(`SELECT number FROM ${workList} WHERE principal = $1 AND id = $2`, [
      keyText(principal.id),
      keyText(id),
    ]);
    if (rows[0] === undefined) throw listNotFound(id);
    return String(rows[0]["number"]);
  };
  const checkItem = async (query: Query, list: string, id: string, item: string): Promise<void> => {
    const { rowCount } = await query(`SELECT 1 FROM ${workItem} WHERE list = $1 AND key = $2`, [
      list,
      keyText(item),
    ]);
    if (rowCount === 0) throw itemNotFound(id, item);
  };
  const summarise = (row: Readonly<Record<string, unknown>>): WorkSummary => ({
    ...parse<{ readonly id: string }>(row["opening"]),
    manifest: parse(row["manifest"]),
    createdAt: new Date(Number(row["created"])).toISOString(),
    items: Number(row["items"]),
    finished: Number(row["finished"]),
  });
  /** Undefined where there is none, or another process was faster. */
  const take = async (
    query: Query,
    list: string,
    { holder, until }: { readonly holder: string; readonly until: number },
  ): Promise<string | undefined> => {
    const isMineOrFree = `result IS NULL AND (holder IS NULL OR holder = $2 OR held_until <= ${nowSql(4)})`;
    const { rows } = await query(
      `WITH own AS (
         SELECT place FROM ${workItem} WHERE list = $1 AND holder = $2 AND result IS NULL ORDER BY place LIMIT 1
       ), free AS (
         SELECT place FROM ${workItem}
         WHERE list = $1 AND NOT EXISTS (SELECT FROM own)
           AND result IS NULL AND (holder IS NULL OR held_until <= ${nowSql(4)})
         ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       UPDATE ${workItem} SET holder = $2, held_until = ${nowSql(4)} + $3::float8
       WHERE list = $1 AND place = (SELECT place FROM own UNION ALL SELECT place FROM free) AND ${isMineOrFree}
       RETURNING item`,
      [list, keyText(holder), until, nowGiven(clock)],
    );
    return rows[0] === undefined ? undefined : parse<string>(rows[0]["item"]);
  };
  /** Changes one item under a condition; $1 and $2 are its list and its key. */
  const change = async (
    query: Query,
    { id, principal }: Pick<Claim, "id" | "principal">,
    item: string,
    { set, where, values }: { readonly set: string; readonly where: string; readonly values: unknown[] },
  ): Promise<boolean> => {
    const list = await find(query, id, principal);
    const { rowCount } = await query(
      `UPDATE ${workItem} SET ${set} WHERE list = $1 AND key = $2 AND result IS NULL AND ${where}`,
      [list, keyText(item), ...values],
    );
    if (rowCount === 0) await checkItem(query, list, id, item);
    return rowCount > 0;
  };

  return {
    async create(list) {
      checkItems(list);
      const { id, principal, manifest, items } = list;
      const made = randomUUID();
      const keys = [keyText(principal.id), keyText(id)];
      const isMine = await store.transaction(async (query, again) => {
        const { rows } = await query(
          `INSERT INTO ${workList} (principal, id, opening, manifest, created, items, made)
           SELECT $1, $2, $3, $4, ${nowSql(5)}, $6, $7 WHERE ${DURABLE} ON CONFLICT DO NOTHING RETURNING number`,
          [...keys, JSON.stringify({ id }), JSON.stringify(manifest), nowGiven(clock), items.length, made],
        );
        if (rows[0] !== undefined) {
          await query(
            `INSERT INTO ${workItem} (list, place, key, item)
             SELECT $1, place - 1, key, item FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS given (key, item, place)`,
            [rows[0]["number"], items.map(keyText), items.map((item) => JSON.stringify(item))],
          );
          return true;
        }
        if (!again) return false;
        const found = await query(
          `SELECT 1 FROM ${workList} WHERE principal = $1 AND id = $2 AND made = $3`,
          [...keys, made],
        );
        return found.rowCount > 0;
      });
      if (!isMine) throw listExists(id);
    },
    async summary(id, principal) {
      const { rows } = await store.run((query) =>
        query(`SELECT ${summary} FROM ${workList} WHERE principal = $1 AND id = $2`, [
          keyText(principal.id),
          keyText(id),
        ]),
      );
      if (rows[0] === undefined) throw listNotFound(id);
      return summarise(rows[0]);
    },
    async list({ principal, limit }) {
      const { rows } = await store.run((query) =>
        query(`SELECT ${summary} FROM ${workList} WHERE principal = $1 ORDER BY number DESC LIMIT $2`, [
          keyText(principal.id),
          limit,
        ]),
      );
      return rows.map(summarise);
    },
    async claim({ id, principal, holder }, milliseconds) {
      return await store.run(async (query) => {
        const list = await find(query, id, principal);
        const item = await take(query, list, { holder, until: milliseconds });
        if (item !== undefined) return { type: "item", item } as const;
        const { rowCount } = await query(
          `SELECT 1 FROM ${workItem} WHERE list = $1 AND result IS NULL LIMIT 1`,
          [list],
        );
        return { type: rowCount > 0 ? "wait" : "done" } as const;
      });
    },
    async renew(claim, item, milliseconds) {
      return await store.run((query) =>
        change(query, claim, item, {
          set: `holder = $3, held_until = ${nowSql(5)} + $4::float8`,
          where: `(holder IS NULL OR holder = $3 OR held_until <= ${nowSql(5)})`,
          values: [keyText(claim.holder), milliseconds, nowGiven(clock)],
        }),
      );
    },
    async release(claim, item) {
      await store.run((query) =>
        change(query, claim, item, {
          set: "holder = NULL, held_until = NULL",
          where: "holder = $3",
          values: [keyText(claim.holder)],
        }),
      );
    },
    async finish(claim, item, result) {
      const holder = keyText(claim.holder);
      return await store.run(async (query, again) => {
        // The holder stays, so that an attempt that nobody told us of is known again.
        const isWritten = await change(query, claim, item, {
          set: "result = $3, holder = $4, held_until = NULL",
          where: DURABLE,
          values: [JSON.stringify(result), holder],
        });
        if (isWritten || !again) return isWritten;
        const list = await find(query, claim.id, claim.principal);
        const { rowCount } = await query(
          `SELECT 1 FROM ${workItem} WHERE list = $1 AND key = $2 AND holder = $3`,
          [list, keyText(item), holder],
        );
        return rowCount > 0;
      });
    },
    async results(id, principal) {
      const { rows } = await store.run(async (query) =>
        query(`SELECT item, result FROM ${workItem} WHERE list = $1 AND result IS NOT NULL ORDER BY place`, [
          await find(query, id, principal),
        ]),
      );
      return rows.map(({ item, result }) => ({ item: parse<string>(item), result: parse(result) }));
    },
    async delete(id, principal) {
      const isGone = await store.run(async (query, again) => {
        const { rowCount } = await query(`DELETE FROM ${workList} WHERE principal = $1 AND id = $2`, [
          keyText(principal.id),
          keyText(id),
        ]);
        return rowCount > 0 || again;
      });
      if (!isGone) throw listNotFound(id);
    },
    close,
  };
}
