import { createHash } from "node:crypto";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openEmbeddedStore } from "../../../../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import { rejectsWith } from "../../../../../src/testing/test-runner.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";
import { vitestRunner } from "../../../../support/vitest-runner.ts";
import { tripleStoreConformance } from "../triple-store-conformance.ts";
import {
  EX,
  ex,
  FIXTURE_TRIPLES,
  fixtureText,
  follow,
  membersOf,
  storeBounds,
  terms,
} from "../triple-store-fixture.ts";

const { signal } = new AbortController();

describe("the embedded store on a file", () => {
  const folder = temporaryFolder();
  tripleStoreConformance(vitestRunner, {
    open: async ({ triples, vocabulary }) => {
      const text = fixtureText(triples);
      const path = join(folder, `${createHash("sha256").update(text).digest("hex").slice(0, 8)}.nt.gz`);
      writeFileSync(path, gzipSync(text));
      utimesSync(path, 1_700_000_000, 1_700_000_000);
      return openEmbeddedStore({ path, vocabulary, cacheFolder: join(folder, "cache"), signal });
    },
  });
});

describe("openEmbeddedStore", () => {
  const folder = temporaryFolder();
  const cacheFolder = join(folder, "cache");
  const path = join(folder, "films.nt");
  writeFileSync(path, `${fixtureText(FIXTURE_TRIPLES)}this is no triple\n`);

  it("says what it read and what it left out, again when the file comes from the cache folder", async () => {
    for (const _ of ["read", "reopened"]) {
      const store = await openEmbeddedStore({ path, cacheFolder, signal });
      expect(store.report).toMatchObject({ format: "n-triples", triples: 245, skipped: 1, complete: true });
      expect(store.report.examples[0]).toMatchObject({ line: 246, text: "this is no triple" });
      expect(store.target).toMatchObject({ name: "films.nt", engine: "embedded" });
      await store.close();
    }
  });

  it("tells the vocabulary from the predicates where none is given", async () => {
    const store = await openEmbeddedStore({ path, cacheFolder, signal });
    expect(store.vocabulary.name).toBe("rdfs");
    expect(await store.labels([ex("heat")], storeBounds())).toEqual(["Heat"]);
    expect(await membersOf(store, follow(terms("heat"), "director"))).toBe("mann");
    expect(store.preparation).toBeDefined();
    await store.close();
  });

  it("fails with a code where the file is not there or the caller gives up", async () => {
    await rejectsWith(
      "target-not-found",
      openEmbeddedStore({ path: join(folder, "none.nt"), cacheFolder, signal }),
    );
    const other = join(folder, "other.nt");
    writeFileSync(other, `<${EX}a> <${EX}b> <${EX}c> .\n`);
    await rejectsWith(
      "cancelled",
      openEmbeddedStore({ path: other, cacheFolder, signal: AbortSignal.abort() }),
    );
  });
});
