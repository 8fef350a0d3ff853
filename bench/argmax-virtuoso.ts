/**
 * Superlatives of the embedded store beside Virtuoso on the same generated triples: argmax in a class, and over everything that has the attribute.
 * Virtuoso is asked by the query that the endpoint store sends, the embedded store on fresh sets; both over the port, so HTTP is part of
 * Virtuoso's time.
 *
 * node bench/argmax-virtuoso.ts [--triples 1000000]
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Program } from "../src/environments/knowledge-base/program/program.ts";
import type { TripleStore } from "../src/environments/knowledge-base/store/triple-store.ts";
import { openEmbeddedStore } from "../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import { openEndpointStore } from "../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import { startVirtuoso } from "../test/support/virtuoso-server.ts";
import { CLASSES, NAMESPACE, writeGeneratedTriples } from "./generated-triples.ts";
import { instances, union } from "./triple-store/compare-sets.ts";
import { median } from "./triple-store/measured.ts";

const { values } = parseArgs({ options: { triples: { type: "string", default: "1000000" } } });
const scratch = mkdtempSync(join(tmpdir(), "argmax-"));
const path = join(scratch, "generated.nt");
writeGeneratedTriples(path, Number(values.triples));
const signal = new AbortController().signal;
const bounds = { milliseconds: 300_000, signal };
const virtuoso = await startVirtuoso();
if (virtuoso === undefined) {
  console.error("There is no Virtuoso on this machine.");
  process.exit(69);
}
try {
  await virtuoso.load(readFileSync(path));
  const embedded = await openEmbeddedStore({ path, cacheFolder: scratch, signal });
  const endpoint = await openEndpointStore({ url: virtuoso.url, vocabulary: embedded.vocabulary, signal });
  const argmax = (of: Program): Program => ({
    op: "argmax",
    of,
    attribute: [{ predicate: `${NAMESPACE}size`, inverse: false }],
  });
  const time = async (store: TripleStore, program: Program): Promise<readonly [number, string]> => {
    const started = performance.now();
    const { terms } = await store.members(program, { limit: 1000 }, bounds);
    return [performance.now() - started, JSON.stringify(terms)];
  };
  const all = union(0, CLASSES - 1);
  // The first superlative of an attribute sorts its column, which is told apart.
  const [first] = await time(embedded, argmax(instances(0)));
  console.log(`first argmax of the attribute in the embedded store: ${first.toFixed(1)} ms`);
  for (const [title, programs] of [
    ["argmax in one class", Array.from({ length: 5 }, (_, i) => argmax(instances(i + 1)))],
    ["argmax over all classes", [argmax(all), argmax(union(0, CLASSES - 2)), argmax(union(0, CLASSES - 3))]],
  ] as const) {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (const program of programs) {
      const [a, left] = await time(embedded, program);
      const [b, right] = await time(endpoint, program);
      if (left !== right) console.log(`${title}: not the same answer`);
      ours.push(a);
      theirs.push(b);
    }
    const [left, right] = [median(ours), median(theirs)];
    console.log(
      `${title}: embedded ${left.toFixed(1)} ms, Virtuoso ${right.toFixed(1)} ms, ratio ${(right / left).toFixed(1)}`,
    );
  }
  await embedded.close();
  await endpoint.close();
} finally {
  await virtuoso.stop();
  rmSync(scratch, { recursive: true, force: true });
}
