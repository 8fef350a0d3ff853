/**
 * Random programs over FB15k-237, the sample's knowledge base and the conformance fixture: do the embedded store, Oxigraph and Virtuoso give
 * the same members? Oxigraph runs in this process behind HTTP, Virtuoso as a process of its own where it is installed.
 *
 * node bench/same-answers.ts [<data-folder>] [--count N] [--seed N] [--only fixture|cinema|fb15k-237] [--without-virtuoso]
 */
import { join } from "node:path";
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
} from "../test/environments/knowledge-base/stores/triple-store-fixture.ts";
import { startOxigraph } from "../test/support/oxigraph-server.ts";
import { randomPrograms, sampledGraph } from "../test/support/random-programs.ts";
import { startVirtuoso, virtuosoIsMissing } from "../test/support/virtuoso-server.ts";
import { readJson, scratchFolder, typed } from "./common.ts";
import {
  type Answerer,
  embeddedAnswerer,
  endpointAnswerer,
  readTriples,
  tableOf,
} from "./same-answers/answerer.ts";
import { type Compared, compareAnswers } from "./same-answers/compare-answers.ts";

interface DataSet {
  readonly name: string;
  readonly vocabulary: Vocabulary;
  readonly triples: readonly FixtureTriple[];
}

const { flags, words } = typed({ count: 1000, seed: 1, only: "", "without-virtuoso": false });
const [folder] = words;
using scratch = scratchFolder("same-answers");

function* dataSets(): Generator<DataSet> {
  const wanted = (name: string) => flags.only === "" || flags.only === name;
  if (wanted("fixture")) yield { name: "fixture", vocabulary: FIXTURE_VOCABULARY, triples: FIXTURE_TRIPLES };
  if (wanted("cinema")) {
    const file = ensureCinemaKnowledgeBase(scratch.path);
    const vocabulary = readVocabulary(readJson(`${file}.vocabulary.json`));
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

const withVirtuoso = !flags["without-virtuoso"];
if (!withVirtuoso || virtuosoIsMissing() !== undefined)
  console.log("Compared without Virtuoso, which is not installed here or not wanted.");
let wrong = 0;
let all = 0;
for (const data of dataSets()) {
  const text = fixtureText(data.triples);
  const oxigraph = await startOxigraph(text);
  // One for each: a server plans by the statistics of what it held before.
  const virtuoso = withVirtuoso ? await startVirtuoso({ maxRows: 1_000_000 }) : undefined;
  await virtuoso?.load(text);
  const table = await tableOf(data.triples);
  const answerers: readonly [Answerer, ...Answerer[]] = [
    embeddedAnswerer(table, data.vocabulary),
    await endpointAnswerer("Oxigraph", oxigraph.url, data.vocabulary),
    ...(virtuoso === undefined
      ? []
      : [await endpointAnswerer("Virtuoso", virtuoso.url, data.vocabulary, [virtuoso.graph])]),
  ];
  const programs = randomPrograms({
    ...{ seed: flags.seed, count: flags.count },
    graph: sampledGraph(data.triples, data.vocabulary),
    blankNodes: false,
  });
  const compared = await compareAnswers(programs, answerers);
  report(data, compared);
  wrong += compared.disagreements.length;
  all += programs.length;
  for (const answerer of answerers) await answerer.close();
  await oxigraph.stop();
  await virtuoso?.stop();
}
console.log(`\n${all} programs, ${wrong} differences`);
process.exitCode = wrong === 0 ? 0 : 1;
