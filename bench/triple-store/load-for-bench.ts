import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { lineBlocks } from "../../src/environments/knowledge-base/stores/embedded/reading/line-blocks.ts";
import { LoadFaults } from "../../src/environments/knowledge-base/stores/embedded/reading/load-faults.ts";
import { NTriplesReader } from "../../src/environments/knowledge-base/stores/embedded/reading/n-triples-reader.ts";
import { TableBuilder } from "../../src/environments/knowledge-base/stores/embedded/table/table-builder.ts";
import type { TripleTable } from "../../src/environments/knowledge-base/stores/embedded/triple-table.ts";

export async function loadForBench(path: string, _folder: string): Promise<TripleTable> {
  const start = performance.now();
  const builder = new TableBuilder();
  const reader = new NTriplesReader(builder, new LoadFaults(), { quads: false });
  const stream = createReadStream(path, { highWaterMark: 1 << 20 });
  const bytes = path.endsWith(".gz") ? stream.pipe(createGunzip()) : stream;
  for await (const block of lineBlocks(bytes)) reader.read(block);
  const table = await builder.finish({ signal: new AbortController().signal });
  console.log(`\nread ${table.triples} triples in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return table;
}
