import { join } from "node:path";
import type { SqlDriver } from "../src/environments/database/driver/sql-driver.ts";
import { openValueIndex } from "../src/environments/database/index/open-value-index.ts";
import type { ValueIndex } from "../src/environments/database/index/value-index.ts";
import { distanceFrom } from "../src/util/edit-distance.ts";
import { foldText } from "../src/util/fold-text.ts";
import { localSqliteDriver } from "../test/support/local-sqlite-driver.ts";
import { at, median, scratchFolder, sumOf, timed } from "./common.ts";
import { mistype, nameGenerator, seededRandom } from "./generated-triples.ts";

/**
 * Value index on generated names: build time, size, exact and fuzzy lookups with 0, 1 and 2 typos, beside a brute force over the same
 * names. `node bench/value-index.ts [values] [queries per kind]`; the default is 1,000,000 values and 500 queries.
 */
const size = Number(process.argv[2] ?? 1_000_000);
const queries = Number(process.argv[3] ?? 500);
const random = seededRandom(20_251_120);
const signal = new AbortController().signal;

using scratch = scratchFolder("value-index");
const folder = scratch.path;
const path = join(folder, "names.sqlite");
const driver = localSqliteDriver(path);
const names = fillDatabase(driver, size);
const schema = await driver.introspect(signal);
const before = process.memoryUsage().rss;
const index = open(driver, schema);
const start = performance.now();
let peak = before;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
const state = await index.ensureBuilt({ signal });
clearInterval(watch);
line(
  "values",
  `${state.values} (mean ${(sumOf(names, ({ length }) => length) / names.length).toFixed(1)} characters)`,
);
line(
  "build",
  `${seconds(start)}; index ${megabytes(state.bytes)}, peak over start ${megabytes(peak - before)}`,
);
await index.close();

const again = performance.now();
const cached = open(driver, schema);
await cached.findExact("?", { limit: 1, signal });
line("open from cache", seconds(again));

const picks = Array.from({ length: queries }, () => names[random(names.length)] as string);
await measure("exact", picks, 0, (text) => cached.findExact(text, { limit: 5, signal }));
const fuzzy = (text: string) => cached.findFuzzy(text, { limit: 5, signal });
await measure("fuzzy, no typo", picks, 0, fuzzy);
const one = await measure("fuzzy, 1 typo", picks, 1, fuzzy);
const two = await measure("fuzzy, 2 typos", picks, 2, fuzzy);
const slow = bruteForce(names, picks.slice(0, 20));
line(
  "brute force",
  `p50 ${slow.toFixed(1)} ms: ${(slow / one).toFixed(0)} and ${(slow / two).toFixed(0)} times as long`,
);
await cached.close();
await driver.close();

function open(driver: SqlDriver, schema: Parameters<typeof openValueIndex>[0]["schema"]): ValueIndex {
  return openValueIndex({ driver, schema, cacheFolder: folder });
}

function fillDatabase(driver: ReturnType<typeof localSqliteDriver>, count: number): readonly string[] {
  const next = nameGenerator(random);
  const names = new Set<string>();
  while (names.size < count) names.add(next());
  driver.database.exec("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT); BEGIN");
  const insert = driver.database.prepare("INSERT INTO things (name) VALUES (?)");
  for (const name of names) insert.run(name);
  driver.database.exec("COMMIT");
  return [...names];
}

async function measure(
  label: string,
  picks: readonly string[],
  typos: number,
  find: (text: string) => ReturnType<ValueIndex["findExact"]>,
): Promise<number> {
  const texts = picks.map((name) => mistype(name, typos, random));
  for (const text of texts.slice(0, 50)) await find(text);
  const times: number[] = [];
  let found = 0;
  for (const [i, text] of texts.entries()) {
    const [time, { matches }] = await timed(() => find(text));
    times.push(time);
    if (matches.some(({ value }) => value === picks[i])) found++;
  }
  line(
    label,
    `R@5 ${(found / picks.length).toFixed(3)}, p50 ${median(times).toFixed(3)} ms, p95 ${at(times, 0.95).toFixed(3)} ms`,
  );
  return median(times);
}

/** The quickest scan known: folded names in memory, bit-parallel distance, names of another length passed over. */
function bruteForce(names: readonly string[], picks: readonly string[]): number {
  const folded = names.map(foldText);
  const times = picks.map((pick) => {
    const wanted = foldText(mistype(pick, 1, random));
    const start = performance.now();
    const distance = distanceFrom(wanted);
    const near: { text: string; away: number }[] = [];
    for (const text of folded) {
      const away = distance(text, 2);
      if (away <= 2) near.push({ text, away });
    }
    near.sort((a, b) => a.away - b.away);
    return performance.now() - start;
  });
  return median(times);
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(2)} s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}

function line(label: string, text: string): void {
  console.log(`${label.padEnd(16)} ${text}`);
}
