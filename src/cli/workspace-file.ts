import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Workspace } from "../environment/workspace.ts";
import { FuxiError } from "../errors/fuxi-error.ts";

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new FuxiError("workspace-invalid", `The workspace file ${path} cannot be read.`, {
      hint: "Name a file that this user may read.",
      cause: error,
    });
  }
}

interface KeptWorkspace {
  readonly workspace: Workspace;
  readonly policy: string | undefined;
}

function parse(path: string, text: string): KeptWorkspace {
  try {
    const { policy, ...value } = JSON.parse(text) as Partial<Workspace> & { readonly policy?: unknown };
    if (
      typeof value.environment === "string" &&
      typeof value.kind === "string" &&
      Number.isInteger(value.version) &&
      (policy === undefined || typeof policy === "string")
    ) {
      if (typeof value.state === "object" && value.state !== null)
        return { workspace: value as Workspace, policy };
    }
  } catch {
    // reported below, as is valid JSON of another shape
  }
  throw new FuxiError("workspace-invalid", `${path} is not a workspace file.`, {
    hint: "Name another file, or delete this one to start anew.",
  });
}

/** A workspace stored in a file between calls. */
export interface WorkspaceFile {
  /** The file's workspace when it was opened. Undefined if there was no file. */
  readonly workspace: Workspace | undefined;
  /** Digest of the privacy rules it was made under (`Environment.policyKey`). Undefined if there were none. */
  readonly policy: string | undefined;
  /** Writes atomically. @throws FuxiError `store-conflict` if the file was changed since it was read. */
  write(workspace: Workspace, policy: string | undefined): void;
}

export function openWorkspaceFile(path: string): WorkspaceFile {
  const before = read(path);
  const { workspace, policy } = before === undefined ? {} : parse(path, before);
  return {
    workspace,
    policy,
    write(workspace, policy) {
      if (read(path) !== before) {
        throw new FuxiError("store-conflict", `${path} was changed by another call in the meantime.`, {
          hint: "The file holds the other call's draft; repeat this call to apply it on top.",
        });
      }
      const temporary = `${path}.${randomUUID()}.tmp`;
      try {
        writeFileSync(temporary, `${JSON.stringify({ ...workspace, policy }, null, 2)}\n`, { mode: 0o600 });
        renameSync(temporary, path);
      } catch (cause) {
        rmSync(temporary, { force: true });
        throw new FuxiError("workspace-invalid", `The workspace file ${path} cannot be written.`, {
          hint: "Check that its folder exists, may be written and has room.",
          cause,
        });
      }
    },
  };
}
