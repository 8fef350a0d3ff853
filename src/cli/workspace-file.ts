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

function parse(path: string, text: string): Workspace {
  try {
    const value = JSON.parse(text) as Partial<Workspace>;
    if (
      typeof value.environment === "string" &&
      typeof value.kind === "string" &&
      Number.isInteger(value.version)
    ) {
      if (typeof value.state === "object" && value.state !== null) return value as Workspace;
    }
  } catch {
    // told below, together with valid JSON of another shape
  }
  throw new FuxiError("workspace-invalid", `${path} is not a workspace file.`, {
    hint: "Name another file, or delete this one to start anew.",
  });
}

/** One workspace kept in a file between calls. */
export interface WorkspaceFile {
  /** What was in the file when it was opened; absent when there was no file. */
  readonly workspace: Workspace | undefined;
  /** Writes atomically. @throws FuxiError `store-conflict` when somebody else has written since it was read. */
  write(workspace: Workspace): void;
}

export function openWorkspaceFile(path: string): WorkspaceFile {
  const before = read(path);
  return {
    workspace: before === undefined ? undefined : parse(path, before),
    write(workspace) {
      if (read(path) !== before) {
        throw new FuxiError("store-conflict", `${path} was changed by another call in the meantime.`, {
          hint: "The file holds the other call's draft; repeat this call to apply it on top.",
        });
      }
      const temporary = `${path}.${randomUUID()}.tmp`;
      try {
        writeFileSync(temporary, `${JSON.stringify(workspace, null, 2)}\n`, { mode: 0o600 });
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
