import { randomInt } from "node:crypto";
import { KEPT_LIMIT_BYTES, type KeepOptions } from "../environment/workspace-store.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { JsonObject } from "../util/json.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 14;

/** 14 characters of `a-z0-9`, 72 bits of chance: nobody comes upon somebody else's. */
export function newWorkspaceId(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** A read renews only what has lost more than this share of its lifetime, so that reading hardly ever writes. */
const LEFT_OUT = 0.1;

/** Milliseconds of the epoch at which something that is used now expires; what it was promised before is never taken back. */
export function expiresAfterUse(now: number, { lifetimeSeconds }: KeepOptions, before = 0): number {
  return Math.max(before, Math.ceil(now + lifetimeSeconds * 1000));
}

/** The same for a read: `before` where it is not worth a write. */
export function expiresAfterRead(now: number, options: KeepOptions, before: number): number {
  const renewed = expiresAfterUse(now, options, before);
  return renewed - before > options.lifetimeSeconds * 1000 * LEFT_OUT ? renewed : before;
}

/**
 * The content as it is kept.
 * @throws FuxiError `artifact-too-large` above `KEPT_LIMIT_BYTES`
 */
export function keptText(content: JsonObject): string {
  const text = JSON.stringify(content);
  const bytes = Buffer.byteLength(text);
  if (bytes <= KEPT_LIMIT_BYTES) return text;
  throw new FuxiError(
    "artifact-too-large",
    `The workspaces of the task have ${bytes} bytes; ${KEPT_LIMIT_BYTES} are kept at most.`,
    { hint: "Go on with new workspaces." },
  );
}

/**
 * What was kept.
 * @throws FuxiError `workspace-invalid`
 */
export function contentOfText(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch (cause) {
    throw new FuxiError("workspace-invalid", "The workspaces that were kept are damaged.", {
      hint: "Open a new workspace.",
      cause,
    });
  }
}
