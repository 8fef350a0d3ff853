import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { LabelIndex } from "../src/environments/knowledge-base/labels/label-index.ts";
import { openLabelIndex } from "../src/environments/knowledge-base/stores/embedded/labels/open-label-index.ts";
import { iri, literal, type Term } from "../src/environments/knowledge-base/term/term.ts";
import type { Vocabulary } from "../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { tableOf } from "../test/support/table-of.ts";
import { mistype, nameGenerator, seededRandom } from "./generated-names.ts";

/**
 * Finding entities by name: build time, memory, reopening, and lookups of whole names and of names with 1 and 2 typos.
 * `node bench/label-search.ts [data-folder | -] [generated names] [queries per kind]`; the defaults are no data, 1,000,000 names and 500 queries. The
 * data folder holds `metaqa/kb.txt` (found by local names) and `rdf/fb15k-237/fb15k237.nt.gz` (found by labels).
 */
const [folder = "-", size = "1000000", count = "500"] = process.argv.slice(2);
const queries = Number(count);
const random = seededRandom(20_251_121);
const signal = new AbortController().signal;
const RDFS = "http://www.w3.org/2000/01/rdf-schema#";
const EX = "http://example.org/";
const VOCABULARY: Vocabulary = {
  name: "bench",
  prefixes: { "": "http://rdf.freebase.com/ns/" },
  label: [`${RDFS}label`],
  alias: ["http://www.w3.org/2004/02/skos/core#altLabel"],
  type: ["http://www.w3.org/1999/02/22-rdf-syntax-ns#type"],
  subclass: [`${RDFS}subClassOf`],
  description: [],
  languages: ["en", ""],
  mediators: { classes: [], prefixes: [], unlabelled: false },
  hidden: [],
  attributes: {},
};

type Triple = readonly [Term, Term, Term];
interface Data {
  readonly triples: Iterable<Triple>;
  readonly names: readonly string[];
}

if (folder !== "-") {
  await run("MetaQA", metaqa(join(folder, "metaqa/kb.txt")));
  await run("FB15k-237", freebase(join(folder, "rdf/fb15k-237/fb15k237.nt.gz")));
}
if (Number(size) > 0) await run("generated", generated(Number(size)));

async function run(title: string, { triples, names }: Data): Promise<void> {
  const cacheFolder = mkdtempSync(join(tmpdir(), "label-search-"));
  try {
    const table = await tableOf(triples);
    console.log(`\n${title}: ${table.triples} triples, ${names.length} names`);
    const open = () =>
      openLabelIndex({ table, vocabulary: VOCABULARY, cacheFolder, key: title, dataVersion: "1" });
    const first = open();
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const start = performance.now();
    const { text } = await first.preparation.prepare({ signal });
    clearInterval(watch);
    line(
      "build",
      `${seconds(start)}, ${megabytes(first.bytes())}, peak over start ${megabytes(peak - before)}`,
    );
    line("", text);
    await first.close();
    const index = open();
    const again = performance.now();
    await find(index, "?");
    line("reopen", seconds(again));
    const picks = Array.from({ length: queries }, () => names[random(names.length)] as string);
    for (const [label, typos] of [
      ["exact", 0],
      ["1 typo", 1],
      ["2 typos", 2],
    ] as const) {
      await measure(
        label,
        picks,
        picks.map((name) => mistype(name, typos, random)),
        index,
      );
    }
    await index.close();
  } finally {
    rmSync(cacheFolder, { recursive: true, force: true });
  }
}

async function measure(
  label: string,
  picks: readonly string[],
  texts: readonly string[],
  index: LabelIndex,
): Promise<void> {
  for (const text of texts.slice(0, 50)) await find(index, text);
  const times: number[] = [];
  let [first, found] = [0, 0];
  for (const [i, text] of texts.entries()) {
    const start = performance.now();
    const { matches } = await find(index, text);
    times.push(performance.now() - start);
    if (matches.some(({ name }) => name === picks[i])) found++;
    if (matches[0]?.name === picks[i]) first++;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => `${(times[Math.floor(times.length * share)] as number).toFixed(2)} ms`;
  const share = (of: number) => (of / picks.length).toFixed(3);
  line(label, `R@1 ${share(first)}, R@5 ${share(found)}, p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(0.9999)}`);
}

function find(index: LabelIndex, text: string) {
  return index.find(text, { limit: 5, among: "entities" }, { milliseconds: 600_000, signal });
}

function metaqa(path: string): Data {
  const names = new Set<string>();
  const node = (name: string) => {
    names.add(name);
    return iri(`${EX}entity/${encodeURIComponent(name)}`);
  };
  const triples = linesOf(readFileSync(path).toString()).map((text): Triple => {
    const [subject = "", relation = "", object = ""] = text.split("|");
    return [node(subject), iri(EX + relation), node(object)];
  });
  return { triples, names: [...names] };
}

function freebase(path: string): Data {
  const names = new Set<string>();
  const triples = linesOf(gunzipSync(readFileSync(path)).toString()).map((text): Triple => {
    const [, subject = "", predicate = "", rest = ""] = /^<(.*?)> <(.*?)> (.*) \.$/u.exec(text) ?? [];
    if (rest.startsWith("<")) return [iri(subject), iri(predicate), iri(rest.slice(1, -1))];
    const [, written = '""', language] = /^(".*")(?:@(.*))?$/u.exec(rest) ?? [];
    const value = JSON.parse(written) as string;
    names.add(value);
    return [iri(subject), iri(predicate), literal(value, language === undefined ? {} : { language })];
  });
  return { triples, names: [...names] };
}

function generated(wanted: number): Data {
  const next = nameGenerator(random);
  const names = new Set<string>();
  while (names.size < wanted) names.add(next());
  return { triples: labelTriples(names), names: [...names] };
}

function* labelTriples(names: Iterable<string>): Iterable<Triple> {
  let count = 0;
  for (const name of names) {
    yield [iri(`${EX}Q${count++}`), iri(`${RDFS}label`), literal(name, { language: "en" })];
  }
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((each) => each.trim() !== "");
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(2)} s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}

function line(label: string, text: string): void {
  console.log(`${label.padEnd(10)} ${text}`);
}
