import { createHash } from "node:crypto";

/** SHA-256 of what a bundled file holds, written as JSON without spaces: it comes with the program and not from a folder. */
export function contentChecksum(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
