import type { Principal } from "../environment/principal.ts";
import { IN_MEMORY, inTransaction, openStoreFile } from "../store-file/store-file.ts";
import { guarded, stored } from "../store-file/store-file-errors.ts";
import type { JsonObject } from "../util/json.ts";
import type { WorkStore, WorkSummary } from "../work-list/work-store.ts";
import { checkItems, itemNotFound, listExists, listNotFound } from "./work-errors.ts";

const SUMMARY = `id, manifest, created, items,
  items - (SELECT count(*) FROM work_item WHERE list = number AND result IS NULL) AS finished`;

/**
 * Lists of work in a SQLite file that several processes may share, and that may hold the trajectories too. An item is claimed under the write
 * lock of the file, so that no two processes get the same one.
 * @throws FuxiError `store-corrupt`, `store-unavailable`
 */
export function sqliteWorkStore(path: string, clock: () => Date = () => new Date()): WorkStore {
  const file = openStoreFile(path);
  const { database } = file;
  const statements = guarded(path, () => ({
    create: database.prepare(
      "INSERT INTO work_list (principal, id, manifest, created, items) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    ),
    add: database.prepare("INSERT INTO work_item (list, place, item) VALUES (?, ?, ?)"),
    find: database.prepare("SELECT number FROM work_list WHERE principal = ? AND id = ?"),
    summary: database.prepare(`SELECT ${SUMMARY} FROM work_list WHERE number = ?`),
    list: database.prepare(
      `SELECT ${SUMMARY} FROM work_list WHERE principal = ? ORDER BY number DESC LIMIT ?`,
    ),
    own: database.prepare(
      "SELECT place, item FROM work_item WHERE list = ? AND holder = ? AND result IS NULL ORDER BY place LIMIT 1",
    ),
    free: database.prepare(
      `SELECT place, item FROM work_item
       WHERE list = ? AND result IS NULL AND (holder IS NULL OR held_until <= ?) ORDER BY place LIMIT 1`,
    ),
    anyOpen: database.prepare(
      "SELECT EXISTS (SELECT 1 FROM work_item WHERE list = ? AND result IS NULL) AS found",
    ),
    hold: database.prepare("UPDATE work_item SET holder = ?, held_until = ? WHERE list = ? AND place = ?"),
    item: database.prepare("SELECT place FROM work_item WHERE list = ? AND item = ?"),
    renew: database.prepare(
      `UPDATE work_item SET holder = ?1, held_until = ?2
       WHERE list = ?3 AND place = ?4 AND result IS NULL AND (holder IS NULL OR holder = ?1 OR held_until <= ?5)`,
    ),
    release: database.prepare(
      `UPDATE work_item SET holder = NULL, held_until = NULL
       WHERE list = ? AND place = ? AND holder = ? AND result IS NULL`,
    ),
    finish: database.prepare(
      `UPDATE work_item SET result = ?, holder = NULL, held_until = NULL
       WHERE list = ? AND place = ? AND result IS NULL`,
    ),
    results: database.prepare(
      "SELECT item, result FROM work_item WHERE list = ? AND result IS NOT NULL ORDER BY place",
    ),
    delete: database.prepare("DELETE FROM work_list WHERE number = ?"),
  }));
  const find = (id: string, principal: Principal): number => {
    const row = statements.find.get(principal.id, id);
    if (row === undefined) throw listNotFound(id);
    return Number(row.number);
  };
  const placeOf = (list: number, id: string, item: string): number => {
    const row = statements.item.get(list, item);
    if (row === undefined) throw itemNotFound(id, item);
    return Number(row.place);
  };
  const summarise = (row: Readonly<Record<string, unknown>> | undefined): WorkSummary => ({
    id: String(row?.["id"]),
    manifest: stored<JsonObject>(path, row?.["manifest"]),
    createdAt: new Date(Number(row?.["created"])).toISOString(),
    items: Number(row?.["items"]),
    finished: Number(row?.["finished"]),
  });
  return {
    async create(list) {
      checkItems(list);
      const { id, principal, manifest, items } = list;
      inTransaction(file, () => {
        const { changes, lastInsertRowid } = statements.create.run(
          principal.id,
          id,
          JSON.stringify(manifest),
          clock().getTime(),
          items.length,
        );
        if (changes === 0) throw listExists(id);
        for (const [place, item] of items.entries()) statements.add.run(lastInsertRowid, place, item);
      });
    },
    async summary(id, principal) {
      return guarded(path, () => summarise(statements.summary.get(find(id, principal))));
    },
    async list({ principal, limit }) {
      return guarded(path, () => statements.list.all(principal.id, limit).map(summarise));
    },
    async claim({ id, principal, holder }, milliseconds) {
      return inTransaction(file, () => {
        const list = find(id, principal);
        const now = clock().getTime();
        const found = statements.own.get(list, holder) ?? statements.free.get(list, now);
        if (found === undefined)
          return { type: statements.anyOpen.get(list)?.found === 1 ? "wait" : "done" } as const;
        statements.hold.run(holder, now + milliseconds, list, Number(found.place));
        return { type: "item", item: String(found.item) } as const;
      });
    },
    async renew({ id, principal, holder }, item, milliseconds) {
      return inTransaction(file, () => {
        const list = find(id, principal);
        const now = clock().getTime();
        const place = placeOf(list, id, item);
        return statements.renew.run(holder, now + milliseconds, list, place, now).changes > 0;
      });
    },
    async release({ id, principal, holder }, item) {
      inTransaction(file, () => {
        const list = find(id, principal);
        statements.release.run(list, placeOf(list, id, item), holder);
      });
    },
    async finish({ id, principal }, item, result) {
      return inTransaction(file, () => {
        const list = find(id, principal);
        return statements.finish.run(JSON.stringify(result), list, placeOf(list, id, item)).changes > 0;
      });
    },
    async results(id, principal) {
      return guarded(path, () =>
        statements.results.all(find(id, principal)).map(({ item, result }) => ({
          item: String(item),
          result: stored<JsonObject>(path, result),
        })),
      );
    },
    async delete(id, principal) {
      inTransaction(file, () => statements.delete.run(find(id, principal)));
    },
    async close() {
      if (database.isOpen) database.close();
    },
  };
}

/** Lists of work that end with the process. */
export function memoryWorkStore(clock?: () => Date): WorkStore {
  return sqliteWorkStore(IN_MEMORY, clock);
}
