import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Principal } from "../environment/principal.ts";
import type { Sql } from "../store/sql.ts";
import type { Folders } from "./folders.ts";

/** On one's own machine there is one principal: the user whose files these are. */
export const LOCAL_PRINCIPAL: Principal = { id: "local" };

type Store = Pick<Folders, "store" | "data">;

const opened = new WeakMap<Store, Promise<Sql>>();

/** The file that holds what is kept, where the folders name no other store. */
const fileOf = ({ data }: Store): string => join(data, "store.sqlite");

/** False where nothing was kept yet. */
export const hasStore = (folders: Store): boolean =>
  folders.store !== undefined || existsSync(fileOf(folders));

/**
 * The store that these folders name, or the file of the data folder; opened once for all that is kept in it.
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
