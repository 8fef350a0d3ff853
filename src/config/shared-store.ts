import type { Principal } from "../environment/principal.ts";
import type { PostgresStore } from "../store-postgres/postgres-store.ts";
import type { Folders } from "./folders.ts";

/** On one's own machine there is one principal: the user whose files these are. */
export const LOCAL_PRINCIPAL: Principal = { id: "local" };

type Store = Pick<Folders, "store">;

const opened = new WeakMap<Store, Promise<PostgresStore>>();

/**
 * The store that these folders name in place of a file, undefined where they name none; opened once for all that is kept in it.
 * @throws FuxiError `dependency-missing`, `configuration-invalid`, `store-unavailable`, `store-corrupt`
 */
export async function sharedStore(folders: Store): Promise<PostgresStore | undefined> {
  if (folders.store === undefined) return undefined;
  const before = await opened.get(folders);
  if (before !== undefined && !before.closed) return before;
  const opening = open(folders.store);
  opened.set(folders, opening);
  opening.catch(() => opened.delete(folders));
  return await opening;
}

async function open(url: string): Promise<PostgresStore> {
  const { openPostgresStore } = await import("../store-postgres/open-postgres-store.ts");
  return await openPostgresStore({ url });
}
