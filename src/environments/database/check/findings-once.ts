import type { Finding } from "../../../environment/tool-failure.ts";

/** Findings of several clauses, each sentence once: what SELECT is warned of shows again in ORDER BY. */
export function findingsOnce(findings: readonly Finding[]): readonly Finding[] {
  const first = new Map<string, Finding>();
  for (const each of findings) {
    const key = `${each.code} ${each.message}`;
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}
