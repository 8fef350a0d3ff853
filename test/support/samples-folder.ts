import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/** Run by vitest once around all test files (vitest.config.ts). */
export default function samplesFolder(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "fuxi-test-samples-"));
  project.provide("samples", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
