import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import { openEmbeddedStore } from "../../../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import { openEndpointStore } from "../../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import type { Vocabulary } from "../../../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { closingWith } from "../../../support/closing-with.ts";
import { startOxigraph } from "../../../support/oxigraph-server.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";
import { tripleStoreConformance } from "../stores/triple-store-conformance.ts";
import { type FixtureTriple, fixtureText } from "../stores/triple-store-fixture.ts";

const { signal } = new AbortController();
const SECRET = "http://secret.example/";
const PRIVACY = { deny: [`${SECRET}says`, `${SECRET}Spy`] };

const nodesOf = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/(?<=^|\s)<[^<>\s]+>(?=\s)/gmu)].map(([node]) => node)),
];

const saying = (nodes: readonly string[]): readonly string[] =>
  nodes.map((node) => `${node} <${SECRET}says> "77"^^<http://www.w3.org/2001/XMLSchema#integer> .`);

/** The triples, and around every node of theirs something that is denied: a value, and a link from and to a member of a denied class. */
function surrounded(triples: readonly FixtureTriple[], { type }: Vocabulary): string {
  const text = fixtureText(triples);
  const nodes = nodesOf(text);
  const predicates = [
    ...new Set([...text.matchAll(/^\S+ (<[^<>\s]+>)/gmu)].map((match) => match[1] as string)),
  ];
  const [is = ""] = type;
  const spy = `<${SECRET}bond>`;
  return [
    text,
    `${spy} <${is}> <${SECRET}Spy> .`,
    ...saying(nodes),
    ...nodes.flatMap((node) => predicates.map((predicate) => `${spy} ${predicate} ${node} .`)),
    `${spy} <${SECRET}says> "0" .`,
    "",
  ].join("\n");
}

describe("a file of which parts are denied", () => {
  tripleStoreConformance(vitestRunner, {
    async open({ triples, vocabulary }) {
      const folder = temporaryFolder();
      const path = join(folder, "data.nt");
      writeFileSync(path, surrounded(triples, vocabulary));
      return openEmbeddedStore({
        path,
        vocabulary,
        cacheFolder: join(folder, "cache"),
        signal,
        privacy: PRIVACY,
      });
    },
  });
});

describe("an endpoint of which a predicate is denied", () => {
  tripleStoreConformance(vitestRunner, {
    async open({ triples, vocabulary }) {
      const text = fixtureText(triples);
      const server = await startOxigraph([text, ...saying(nodesOf(text)), ""].join("\n"));
      const privacy = { deny: [`${SECRET}says`] };
      const store = await openEndpointStore({ url: server.url, vocabulary, signal, privacy });
      return closingWith(store, server.stop);
    },
    skip: {
      awkward: "Oxigraph keeps numbers by value, not as they were written",
    },
  });
});
