import type { Principal } from "../environment/principal.ts";
import {
  type KeepOptions,
  type KeptWorkspaces,
  MOST_KEPT,
  type WorkspaceStore,
} from "../environment/workspace-store.ts";
import { contentOfText, keptText } from "./kept-text.ts";
import { expiresAfterRead, expiresAfterUse } from "./lifetime.ts";
import { newWorkspaceId } from "./new-workspace-id.ts";

interface Entry extends Omit<KeptWorkspaces, "expires"> {
  readonly expires: number;
}

/** Workspaces that end with the process. */
export function memoryWorkspaceStore(clock: () => Date = () => new Date()): WorkspaceStore {
  const principals = new Map<string, Map<string, Entry>>();
  const now = (): number => clock().getTime();
  const of = ({ id }: Principal): Map<string, Entry> => principals.get(id) ?? new Map();
  const living = (id: string, { principal }: KeepOptions): Entry | undefined => {
    const entry = of(principal).get(id);
    return entry !== undefined && entry.expires > now() ? entry : undefined;
  };
  const keep = (entry: Entry, { principal }: KeepOptions): KeptWorkspaces => {
    const mine = of(principal);
    principals.set(principal.id, mine.set(entry.id, entry));
    return keptOf(entry);
  };
  const read = (id: string, options: KeepOptions): KeptWorkspaces | undefined => {
    const entry = living(id, options);
    if (entry === undefined) return undefined;
    const expires = expiresAfterRead(now(), options, entry.expires);
    return expires === entry.expires ? keptOf(entry) : keep({ ...entry, expires }, options);
  };
  return {
    async open(content, options) {
      const asKept = contentOfText(keptText(content));
      makeRoom(of(options.principal));
      const expires = expiresAfterUse(now(), options);
      return keep({ id: newWorkspaceId(), version: 1, expires, content: asKept }, options);
    },
    async read(id, options) {
      return read(id, options);
    },
    async write(id, version, content, options) {
      const asKept = contentOfText(keptText(content));
      const entry = living(id, options);
      if (entry?.version === version) {
        const expires = expiresAfterUse(now(), options, entry.expires);
        const next = { id, version: version + 1, expires, content: asKept };
        return { type: "written", kept: keep(next, options) };
      }
      const kept = read(id, options);
      return kept === undefined ? { type: "missing" } : { type: "stale", kept };
    },
    async sweep() {
      let gone = 0;
      for (const [principal, mine] of principals) {
        for (const { id, expires } of mine.values()) if (expires <= now() && mine.delete(id)) gone++;
        if (mine.size === 0) principals.delete(principal);
      }
      return gone;
    },
    async close() {
      principals.clear();
    },
  };
}

function makeRoom(mine: Map<string, Entry>): void {
  if (mine.size < MOST_KEPT) return;
  const byExpiry = [...mine.values()].sort((a, b) => a.expires - b.expires);
  for (const { id } of byExpiry.slice(0, mine.size - MOST_KEPT + 1)) mine.delete(id);
}

function keptOf(entry: Entry): KeptWorkspaces {
  return { ...entry, expires: new Date(entry.expires).toISOString() };
}
