import type { KeptWorkspaces } from "../../environment/workspace-store.ts";

/** What a client has named. Without a version the current one is meant. */
export interface NamedWorkspace {
  readonly id: string;
  readonly version?: number;
}

/** Longer texts are not even looked at. */
const LONGEST = 100;
const HANDLE = /^([a-z0-9]{14})(?:\.([0-9]{1,15}))?$/u;
/** What models put around a text that they copy. */
const AROUND = /^[\s"'`“”‘’<]+|[\s"'`“”‘’>,;]+$/gu;

export function handleOf({ id, version }: Pick<KeptWorkspaces, "id" | "version">): string {
  return `${id}.${version}`;
}

/** Reads a handle whatever quotes and spaces stand around it; `undefined` for what cannot be one. */
export function readHandle(text: string): NamedWorkspace | undefined {
  if (text.length > LONGEST) return undefined;
  const [, id, version] = HANDLE.exec(text) ?? HANDLE.exec(text.replace(AROUND, "").toLowerCase()) ?? [];
  if (id === undefined) return undefined;
  if (version === undefined) return { id };
  return Number(version) < 1 ? undefined : { id, version: Number(version) };
}
