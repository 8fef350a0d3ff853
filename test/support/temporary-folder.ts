import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder for the tests of one file, removed after them. `within`: another place than the system's for such folders. */
export function temporaryFolder(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, "fuxi-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
