import { loadTripleTable } from "../../src/environments/knowledge-base/stores/embedded/reading/load-triple-table.ts";
import type { TripleTable } from "../../src/environments/knowledge-base/stores/embedded/triple-table.ts";

export async function loadForBench(path: string, cacheFolder: string): Promise<TripleTable> {
  const start = performance.now();
  const { signal } = new AbortController();
  const { table } = await loadTripleTable({ path, cacheFolder, signal });
  console.log(`\nloaded ${table.triples} triples in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return table;
}
