import type { Principal } from "../environment/principal.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { Claim, WorkList, WorkStore, WorkSummary } from "../trajectory/work-store.ts";
import type { JsonObject } from "../util/json.ts";
import { keyText, parseStored, query, type Sql, type Steps, timeGiven, timeSql } from "./sql.ts";

/**
 * Lists of work in an open store; leases end by the store's clock unless one is given. Concurrent claims skip items that another claim has just
 * locked.
 * @throws FuxiError `store-corrupt`, `store-unavailable`
 */
export function workStore(sql: Sql, clock?: () => Date): WorkStore {
  const [workList, workItem] = [sql.table("work_list"), sql.table("work_item")];
  const close = sql.share();
  const summary = `opening, manifest, created, items,
    items - (SELECT count(*) FROM ${workItem} WHERE list = number AND result IS NULL) AS finished`;

  const parse = <T = JsonObject>(text: unknown): T => parseStored(sql, text);
  function* find(id: string, principal: Principal): Steps<string> {
    const { rows } = yield* query(`SELECT number FROM ${workList} WHERE principal = $1 AND id = $2`, [
      keyText(principal.id),
      keyText(id),
    ]);
    if (rows[0] === undefined) throw listNotFound(id);
    return String(rows[0]["number"]);
  }
  function* checkItem(list: string, id: string, item: string): Steps<void> {
    const { rowCount } = yield* query(`SELECT 1 FROM ${workItem} WHERE list = $1 AND key = $2`, [
      list,
      keyText(item),
    ]);
    if (rowCount === 0) throw itemNotFound(id, item);
  }
  const summarise = (row: Readonly<Record<string, unknown>>): WorkSummary => ({
    ...parse<{ readonly id: string }>(row["opening"]),
    manifest: parse(row["manifest"]),
    createdAt: new Date(Number(row["created"])).toISOString(),
    items: Number(row["items"]),
    finished: Number(row["finished"]),
  });
  /** Takes a free item; undefined if there is none, or another process was faster. */
  function* take(
    list: string,
    { holder, until }: { readonly holder: string; readonly until: number },
  ): Steps<string | undefined> {
    const isMineOrFree = `result IS NULL AND (holder IS NULL OR holder = $2 OR held_until <= ${timeSql(sql, 4)})`;
    const { rows } = yield* query(
      `WITH own AS (
         SELECT place FROM ${workItem} WHERE list = $1 AND holder = $2 AND result IS NULL ORDER BY place LIMIT 1
       ), free AS (
         SELECT place FROM ${workItem}
         WHERE list = $1 AND NOT EXISTS (SELECT 1 FROM own)
           AND result IS NULL AND (holder IS NULL OR held_until <= ${timeSql(sql, 4)})
         ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       UPDATE ${workItem} SET holder = $2, held_until = ${timeSql(sql, 4)} + $3::float8
       WHERE list = $1 AND place = (SELECT place FROM own UNION ALL SELECT place FROM free) AND ${isMineOrFree}
       RETURNING item`,
      [list, keyText(holder), until, timeGiven(clock)],
    );
    return rows[0] === undefined ? undefined : parse<string>(rows[0]["item"]);
  }
  /** Changes one item under a condition; $1 and $2 are its list and its key. */
  function* change(
    { id, principal }: Pick<Claim, "id" | "principal">,
    item: string,
    {
      set,
      where = "",
      values,
    }: { readonly set: string; readonly where?: string; readonly values: unknown[] },
  ): Steps<boolean> {
    const list = yield* find(id, principal);
    const { rowCount } = yield* query(
      `UPDATE ${workItem} SET ${set} WHERE list = $1 AND key = $2 AND result IS NULL ${where}`,
      [list, keyText(item), ...values],
    );
    if (rowCount === 0) yield* checkItem(list, id, item);
    return rowCount > 0;
  }

  return {
    async create(list) {
      checkItems(list);
      const { id, principal, manifest, items } = list;
      const keys = [keyText(principal.id), keyText(id)];
      const isMine = await sql.transaction(function* () {
        const { rows } = yield* query(
          `INSERT INTO ${workList} (principal, id, opening, manifest, created, items)
           VALUES ($1, $2, $3, $4, ${timeSql(sql, 5)}, $6) ON CONFLICT DO NOTHING RETURNING number`,
          [...keys, JSON.stringify({ id }), JSON.stringify(manifest), timeGiven(clock), items.length],
        );
        if (rows[0] === undefined) return false;
        yield* query(
          `INSERT INTO ${workItem} (list, place, key, item)
           SELECT $1::bigint, keys.key, keys.value, given.value
           FROM ${sql.elements(2, "keys")} JOIN ${sql.elements(3)} ON given.key = keys.key`,
          [
            rows[0]["number"],
            JSON.stringify(items.map(keyText)),
            JSON.stringify(items.map((item) => JSON.stringify(item))),
          ],
        );
        return true;
      });
      if (!isMine) throw listExists(id);
    },
    async summary(id, principal) {
      const { rows } = await sql.run(() =>
        query(`SELECT ${summary} FROM ${workList} WHERE principal = $1 AND id = $2`, [
          keyText(principal.id),
          keyText(id),
        ]),
      );
      if (rows[0] === undefined) throw listNotFound(id);
      return summarise(rows[0]);
    },
    async list({ principal, limit }) {
      const { rows } = await sql.run(() =>
        query(`SELECT ${summary} FROM ${workList} WHERE principal = $1 ORDER BY number DESC LIMIT $2`, [
          keyText(principal.id),
          limit,
        ]),
      );
      return rows.map(summarise);
    },
    async claim({ id, principal, holder }, milliseconds) {
      return await sql.run(function* () {
        const list = yield* find(id, principal);
        const item = yield* take(list, { holder, until: milliseconds });
        if (item !== undefined) return { type: "item", item } as const;
        const { rowCount } = yield* query(
          `SELECT 1 FROM ${workItem} WHERE list = $1 AND result IS NULL LIMIT 1`,
          [list],
        );
        return { type: rowCount > 0 ? "wait" : "done" } as const;
      });
    },
    async renew(claim, item, milliseconds) {
      return await sql.run(() =>
        change(claim, item, {
          set: `holder = $3, held_until = ${timeSql(sql, 5)} + $4::float8`,
          where: `AND (holder IS NULL OR holder = $3 OR held_until <= ${timeSql(sql, 5)})`,
          values: [keyText(claim.holder), milliseconds, timeGiven(clock)],
        }),
      );
    },
    async release(claim, item) {
      await sql.run(() =>
        change(claim, item, {
          set: "holder = NULL, held_until = NULL",
          where: "AND holder = $3",
          values: [keyText(claim.holder)],
        }),
      );
    },
    async finish(claim, item, result) {
      return await sql.transaction(() =>
        change(claim, item, {
          set: "result = $3, holder = NULL, held_until = NULL",
          values: [JSON.stringify(result)],
        }),
      );
    },
    async results(id, principal) {
      const { rows } = await sql.run(function* () {
        const list = yield* find(id, principal);
        return yield* query(
          `SELECT item, result FROM ${workItem} WHERE list = $1 AND result IS NOT NULL ORDER BY place`,
          [list],
        );
      });
      return rows.map(({ item, result }) => ({ item: parse<string>(item), result: parse(result) }));
    },
    async delete(id, principal) {
      const isGone = await sql.transaction(function* () {
        const { rowCount } = yield* query(`DELETE FROM ${workList} WHERE principal = $1 AND id = $2`, [
          keyText(principal.id),
          keyText(id),
        ]);
        return rowCount > 0;
      });
      if (!isGone) throw listNotFound(id);
    },
    close,
  };
}

/** Also for a list of another principal, so as not to reveal that the list exists. */
function listNotFound(id: string): FuxiError {
  return new FuxiError("run-not-found", `There is no list of work ${id}.`);
}

function listExists(id: string): FuxiError {
  return new FuxiError("store-conflict", `There is a list of work ${id} already.`);
}

function itemNotFound(id: string, item: string): FuxiError {
  return new FuxiError("usage", `The list of work ${id} has no item ${item}.`);
}

/** @throws FuxiError `usage` where an item stands in the list twice */
function checkItems({ id, items }: Pick<WorkList, "id" | "items">): void {
  if (new Set(items).size === items.length) return;
  const twice = items.find((item, index) => items.indexOf(item) !== index);
  throw new FuxiError("usage", `The list of work ${id} would have the item ${twice} twice.`, {
    hint: "Give each item a name of its own.",
  });
}
