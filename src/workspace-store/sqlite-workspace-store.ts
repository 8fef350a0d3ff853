import type { Principal } from "../environment/principal.ts";
import {
  type KeepOptions,
  type KeptWorkspaces,
  MOST_KEPT,
  type WorkspaceStore,
} from "../environment/workspace-store.ts";
import { IN_MEMORY, inTransaction, openStoreFile } from "../store-file/store-file.ts";
import { guarded } from "../store-file/store-file-errors.ts";
import type { JsonObject } from "../util/json.ts";
import {
  contentOfText,
  expiresAfterRead,
  expiresAfterUse,
  keptText,
  newWorkspaceId,
  recentContents,
} from "./kept-text.ts";

/** Characters of the contents that are kept parsed. */
const MOST_RECENT = 4 * 1024 * 1024;

/**
 * Workspaces in a SQLite file that several processes may share, and that may be the one that holds the trajectories.
 * @throws FuxiError `store-corrupt`, `store-unavailable`, and from `read` and `write` `workspace-invalid` for content that is no JSON any more
 */
export function sqliteWorkspaceStore(path: string, clock: () => Date = () => new Date()): WorkspaceStore {
  const file = openStoreFile(path);
  const { database } = file;
  const now = (): number => clock().getTime();
  const recent = recentContents(MOST_RECENT);
  const isoTime = lastIsoTime();
  const statements = guarded(path, () => ({
    makeRoom: database.prepare(
      `DELETE FROM workspace WHERE rowid IN
         (SELECT rowid FROM workspace WHERE principal = ? ORDER BY expires DESC, rowid DESC LIMIT -1 OFFSET ?)`,
    ),
    open: database.prepare(
      "INSERT INTO workspace (principal, id, version, expires, content) VALUES (?, ?, 1, ?, ?)",
    ),
    find: database.prepare(
      "SELECT version, expires FROM workspace WHERE principal = ? AND id = ? AND expires > ?",
    ),
    content: database.prepare("SELECT version, content FROM workspace WHERE principal = ? AND id = ?"),
    renew: database.prepare("UPDATE workspace SET expires = max(expires, ?) WHERE principal = ? AND id = ?"),
    write: database.prepare(
      `UPDATE workspace SET version = version + 1, expires = max(expires, ?), content = ?
       WHERE principal = ? AND id = ? AND version = ? AND expires > ? RETURNING version, expires`,
    ),
    sweep: database.prepare("DELETE FROM workspace WHERE expires <= ?"),
  }));
  // Each call of a tool reads its workspace: a row as an object takes twice as long as the look-up itself.
  statements.find.setReturnArrays(true);

  const parsed = (id: string, principal: Principal, version: number, text: string): JsonObject => {
    const content = contentOfText(text);
    recent.set(`${id} ${principal.id}`, version, content, text.length);
    return content;
  };
  const latest = (id: string, principal: Principal, version: number) => {
    const content = recent.get(`${id} ${principal.id}`, version);
    if (content !== undefined) return { version, content };
    const row = statements.content.get(principal.id, id);
    // Another process may have written, or swept, since the version was looked up.
    if (row === undefined) return undefined;
    const there = Number(row["version"]);
    return { version: there, content: parsed(id, principal, there, String(row["content"])) };
  };
  const read = (id: string, options: KeepOptions): KeptWorkspaces | undefined => {
    const { principal } = options;
    const time = now();
    const found = statements.find.get(principal.id, id, time) as unknown as readonly number[] | undefined;
    if (found === undefined) return undefined;
    const [version = 0, before = 0] = found;
    const kept = latest(id, principal, version);
    if (kept === undefined) return undefined;
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
      return { id, version: 1, expires: isoTime(expires), content: parsed(id, principal, 1, text) };
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
        return { type: "written", kept: { ...kept, content: parsed(id, principal, next, text) } };
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

/** Milliseconds of the epoch as ISO 8601; the same as the time before, as reads that renew nothing mostly have it, is not written out again. */
function lastIsoTime(): (milliseconds: number) => string {
  let [last, text] = [Number.NaN, ""];
  return (milliseconds) => {
    if (milliseconds !== last) [last, text] = [milliseconds, new Date(milliseconds).toISOString()];
    return text;
  };
}

/** Workspaces that end with the process. */
export function memoryWorkspaceStore(clock?: () => Date): WorkspaceStore {
  return sqliteWorkspaceStore(IN_MEMORY, clock);
}
