import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadTripleTable } from "../src/environments/knowledge-base/stores/embedded/reading/load-triple-table.ts";
import { writeGeneratedTriples } from "./generated-triples.ts";

/**
 * Loads generated N-Triples, then opens them again, each in a process of its own: time, highest memory, disk.
 * `node bench/triple-load.ts [--triples N]`; the default is 100,000, 1,000,000 and 5,000,000.
 */
const [first, second, third] = process.argv.slice(2);
if (first === "--child" && second !== undefined && third !== undefined) await child(second, third);
else {
  const sizes = first === "--triples" ? [Number(second)] : [100_000, 1_000_000, 5_000_000];
  const folder = mkdtempSync(join(tmpdir(), "triple-load-"));
  try {
    console.log("triples     file     load      memory   disk     reopen    memory");
    for (const triples of sizes) measure(folder, triples);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly seconds: number;
  /** Highest resident set of the process, bytes. */
  readonly memory: number;
  readonly triples: number;
  readonly reopened: boolean;
}

function measure(folder: string, triples: number): void {
  const path = join(folder, "generated.nt");
  const cache = join(folder, "cache");
  writeGeneratedTriples(path, triples);
  const load = inChild(path, cache);
  const tables = join(cache, "triples");
  const disk = readdirSync(tables).reduce((sum, name) => sum + statSync(join(tables, name)).size, 0);
  const reopen = inChild(path, cache);
  if (load.reopened || !reopen.reopened) console.log("The cache was not used as it should be.");
  const cells = [
    String(load.triples).padEnd(11),
    megabytes(statSync(path).size),
    seconds(load),
    megabytes(load.memory),
    megabytes(disk),
    seconds(reopen),
    megabytes(reopen.memory),
  ];
  console.log(cells.join(" "));
  rmSync(cache, { recursive: true });
}

function inChild(path: string, cache: string): Measured {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [import.meta.filename, "--child", path, cache],
    { encoding: "utf8" },
  );
  if (status !== 0) console.error(stderr);
  return JSON.parse(stdout) as Measured;
}

async function child(path: string, cacheFolder: string): Promise<void> {
  const start = performance.now();
  const { table, reopened } = await loadTripleTable({
    path,
    cacheFolder,
    signal: new AbortController().signal,
  });
  const measured: Measured = {
    seconds: (performance.now() - start) / 1000,
    memory: process.resourceUsage().maxRSS * 1024,
    triples: table.triples,
    reopened,
  };
  console.log(JSON.stringify(measured));
}

function seconds({ seconds: time }: Measured): string {
  return `${time.toFixed(2)} s`.padEnd(9);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`.padEnd(8);
}
