import {
  type KeepOptions,
  type KeptWorkspaces,
  MOST_KEPT,
  type WorkspaceStore,
} from "../environment/workspace-store.ts";
import { IN_MEMORY, inTransaction, openStoreFile } from "../store-file/store-file.ts";
import { guarded } from "../store-file/store-file-errors.ts";
import { contentOfText, expiresAfterRead, expiresAfterUse, keptText, newWorkspaceId } from "./kept-text.ts";

/**
 * Workspaces in a SQLite file that several processes may share, and that may be the one that holds the trajectories.
 * @throws FuxiError `store-corrupt`, `store-unavailable`, and from `read` and `write` `workspace-invalid` for content that is no JSON any more
 */
export function sqliteWorkspaceStore(path: string, clock: () => Date = () => new Date()): WorkspaceStore {
  const file = openStoreFile(path);
  const { database } = file;
  const now = (): number => clock().getTime();
  const statements = guarded(path, () => ({
    makeRoom: database.prepare(
      `DELETE FROM workspace WHERE rowid IN
         (SELECT rowid FROM workspace WHERE principal = ? ORDER BY expires DESC, rowid DESC LIMIT -1 OFFSET ?)`,
    ),
    open: database.prepare(
      "INSERT INTO workspace (principal, id, version, expires, content) VALUES (?, ?, 1, ?, ?)",
    ),
    find: database.prepare(
      "SELECT version, expires, content FROM workspace WHERE principal = ? AND id = ? AND expires > ?",
    ),
    renew: database.prepare("UPDATE workspace SET expires = max(expires, ?) WHERE principal = ? AND id = ?"),
    write: database.prepare(
      `UPDATE workspace SET version = version + 1, expires = max(expires, ?), content = ?
       WHERE principal = ? AND id = ? AND version = ? AND expires > ? RETURNING version, expires`,
    ),
    sweep: database.prepare("DELETE FROM workspace WHERE expires <= ?"),
  }));
  const read = (id: string, options: KeepOptions): KeptWorkspaces | undefined => {
    const { principal } = options;
    const time = now();
    const found = statements.find.get(principal.id, id, time);
    if (found === undefined) return undefined;
    const before = Number(found["expires"]);
    const kept = { version: Number(found["version"]), content: contentOfText(String(found["content"])) };
    const expires = expiresAfterRead(time, options, before);
    if (expires !== before) statements.renew.run(expires, principal.id, id);
    return { id, expires: isoTime(expires), ...kept };
  };

  return {
    async open(content, options) {
      const { principal } = options;
      const text = keptText(content);
      const id = newWorkspaceId();
      const expires = expiresAfterUse(now(), options);
      inTransaction(file, () => {
        statements.makeRoom.run(principal.id, MOST_KEPT - 1);
        statements.open.run(principal.id, id, expires, text);
      });
      return { id, version: 1, expires: isoTime(expires), content: contentOfText(text) };
    },
    async read(id, options) {
      return guarded(path, () => read(id, options));
    },
    async write(id, version, content, options) {
      const text = keptText(content);
      const { principal } = options;
      return guarded(path, () => {
        const until = expiresAfterUse(now(), options);
        const written = statements.write.get(until, text, principal.id, id, version, now());
        if (written === undefined) {
          const kept = read(id, options);
          return kept === undefined ? { type: "missing" } : { type: "stale", kept };
        }
        const next = version + 1;
        const kept = { id, version: next, expires: isoTime(Number(written["expires"])) };
        return { type: "written", kept: { ...kept, content: contentOfText(text) } };
      });
    },
    async sweep() {
      return Number(guarded(path, () => statements.sweep.run(now())).changes);
    },
    async close() {
      if (database.isOpen) database.close();
    },
  };
}

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Workspaces that end with the process. */
export function memoryWorkspaceStore(clock?: () => Date): WorkspaceStore {
  return sqliteWorkspaceStore(IN_MEMORY, clock);
}
