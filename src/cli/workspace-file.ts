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
  /** Under which privacy rules it was made (`Environment.policyKey`, a digest); absent where everything could be seen. */
  readonly policy: string | undefined;
  /** Writes atomically. @throws FuxiError `store-conflict` when somebody else has written since it was read. */
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
