import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Principal } from "../environment/principal.ts";
import type { Sql } from "../store/sql.ts";
import type { Folders } from "../util/default-folders.ts";

/** The only principal of a local store: the user who owns the files. */
export const LOCAL_PRINCIPAL: Principal = { id: "local" };

type Store = Pick<Folders, "store" | "data">;

const opened = new WeakMap<Store, Promise<Sql>>();

/** The file of the default store, used if the folders name no other one. */
const fileOf = ({ data }: Store): string => join(data, "store.sqlite");

/** False if nothing was stored yet. */
export const hasStore = (folders: Store): boolean =>
  folders.store !== undefined || existsSync(fileOf(folders));

/**
 * Opens the store that these folders name, or the file in the data folder. Later calls with the same folders share it.
 * @throws FuxiError `dependency-missing`, `configuration-invalid`, `store-unavailable`, `store-corrupt`
 */
export async function openStore(folders: Store): Promise<Sql> {
  const before = await opened.get(folders);
  if (before !== undefined && !before.closed) return before;
  const opening = open(folders);
  opened.set(folders, opening);
  opening.catch(() => opened.delete(folders));
  return await opening;
}

async function open(folders: Store): Promise<Sql> {
  if (folders.store === undefined) {
    const { openSqliteStore } = await import("../store/sqlite.ts");
    return openSqliteStore(fileOf(folders));
  }
  const { openPostgresStore } = await import("../store/postgres.ts");
  return await openPostgresStore({ url: folders.store });
}
