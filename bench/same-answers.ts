/**
 * Random programs over FB15k-237, the sample's knowledge base and the conformance fixture: do the embedded store, Oxigraph and Virtuoso give
 * the same members? Oxigraph runs in this process behind HTTP, Virtuoso as a process of its own where it is installed.
 *
 * node bench/same-answers.ts [<data-folder>] [--count N] [--seed N] [--only fixture|cinema|fb15k-237] [--queries] [--without-virtuoso] [--without-servers]
 *
 * With --queries the servers are asked the single query that is shown as evidence, not through the endpoint store.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { programText } from "../src/environments/knowledge-base/program/program-text.ts";
import { createNames, detectVocabulary } from "../src/environments/knowledge-base/vocabulary/names.ts";

import { readVocabulary } from "../src/environments/knowledge-base/vocabulary/read-vocabulary.ts";
import type { Vocabulary } from "../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { ensureCinemaKnowledgeBase } from "../src/samples/cinema/ensure-cinema-knowledge-base.ts";
import {
  FIXTURE_TRIPLES,
  FIXTURE_VOCABULARY,
  type FixtureTriple,
  fixtureText,
} from "../src/testing/triple-store-fixture.ts";
import { startOxigraph } from "../test/support/oxigraph-server.ts";
import { randomPrograms, sampledGraph } from "../test/support/random-programs.ts";
import { startVirtuoso, virtuosoIsMissing } from "../test/support/virtuoso-server.ts";
import { type Answerer, embeddedAnswerer, tableOf } from "./same-answers/answerer.ts";
import { type Compared, compareAnswers } from "./same-answers/compare-answers.ts";
import { endpointAnswerers } from "./same-answers/endpoint-answerers.ts";
import { tableQueries } from "./same-answers/query-answerer.ts";
import { readTriples } from "./same-answers/read-triples.ts";

interface DataSet {
  readonly name: string;
  readonly vocabulary: Vocabulary;
  readonly triples: readonly FixtureTriple[];
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    queries: { type: "boolean", default: false },
    "without-servers": { type: "boolean", default: false },
    "without-virtuoso": { type: "boolean", default: false },
  },
});
const [folder] = positionals;
/** Milliseconds from which on an answer is told of at once. */
const SLOW = 10_000;
const scratch = mkdtempSync(join(tmpdir(), "same-answers-"));

function* dataSets(): Generator<DataSet> {
  const wanted = (name: string) => options.only === undefined || options.only === name;
  if (wanted("fixture")) yield { name: "fixture", vocabulary: FIXTURE_VOCABULARY, triples: FIXTURE_TRIPLES };
  if (wanted("cinema")) {
    const file = ensureCinemaKnowledgeBase(scratch);
    const vocabulary = readVocabulary(JSON.parse(readFileSync(`${file}.vocabulary.json`, "utf8")));
    yield { name: "cinema", vocabulary, triples: readTriples(file) };
  }
  if (folder !== undefined && wanted("fb15k-237")) {
    const triples = readTriples(join(folder, "rdf/fb15k-237/fb15k237.nt.gz"));
    const predicates = triples.map(([, { ...predicate }]) =>
      predicate.kind === "iri" ? predicate.value : "",
    );
    yield { name: "fb15k-237", vocabulary: detectVocabulary(predicates), triples };
  }
}

function report({ name, vocabulary }: DataSet, compared: Compared): void {
  const { programs, notEmpty, agreed, disagreements, milliseconds } = compared;
  console.log(`\n${name}: ${programs} programs, ${notEmpty} not empty`);
  for (const [store, count] of agreed) console.log(`  same members from ${store}: ${count}`);
  for (const [store, { all, slowest }] of milliseconds)
    console.log(`  ${store}: ${(all / programs).toFixed(1)} ms on average, ${slowest.toFixed(0)} ms at most`);
  const names = createNames(vocabulary);
  for (const { store, kind, program, what } of disagreements.slice(0, 60))
    console.log(`  ${store}, ${kind}: ${programText(program, names, { limit: 2000 })}\n    ${what}`);
}

const withVirtuoso = !options["without-virtuoso"] && !options["without-servers"];
if (!withVirtuoso || virtuosoIsMissing() !== undefined)
  console.log("Compared without Virtuoso, which is not installed here or not wanted.");
let wrong = 0;
let all = 0;
try {
  for (const data of dataSets()) {
    const text = fixtureText(data.triples);
    const oxigraph = await startOxigraph(text);
    // One for each: a server plans by the statistics of what it held before.
    const virtuoso = withVirtuoso ? await startVirtuoso({ maxRows: 1_000_000 }) : undefined;
    await virtuoso?.load(text);
    const table = await tableOf(data.triples);
    const answerers: readonly [Answerer, ...Answerer[]] = [
      embeddedAnswerer(table, data.vocabulary),
      ...(options.queries ? [tableQueries(table, data.vocabulary)] : []),
      ...(options["without-servers"]
        ? []
        : await endpointAnswerers(data.vocabulary, oxigraph, virtuoso, options.queries)),
    ];
    const programs = randomPrograms({
      seed: Number(options.seed),
      count: Number(options.count),
      graph: sampledGraph(data.triples, data.vocabulary),
      blankNodes: false,
    });
    const names = createNames(data.vocabulary);
    const compared = await compareAnswers(programs, answerers, (program, store, spent) => {
      if (spent > SLOW)
        console.error(
          `${data.name}, ${store}: ${(spent / 1000).toFixed(1)} s for ${programText(program, names, { limit: 2000 })}`,
        );
    });
    report(data, compared);
    wrong += compared.disagreements.length;
    all += programs.length;
    for (const answerer of answerers) await answerer.close();
    await oxigraph.stop();
    await virtuoso?.stop();
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`\n${all} programs, ${wrong} differences`);
process.exitCode = wrong === 0 ? 0 : 1;
