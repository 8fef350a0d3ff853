import { describe, expect, it, onTestFinished } from "vitest";
import type { LabelIndex } from "../../../../src/environments/knowledge-base/labels/label-index.ts";
import {
  type LabelEntries,
  type LabelEntry,
  labelIndexFrom,
} from "../../../../src/environments/knowledge-base/labels/label-index-from.ts";
import { TripleStoreError } from "../../../../src/environments/knowledge-base/store/triple-store-error.ts";
import { iri } from "../../../../src/environments/knowledge-base/term/term.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const bounds = { milliseconds: 60_000, signal: new AbortController().signal };

const ENTRIES: readonly LabelEntry[] = [
  { term: iri("http://www.wikidata.org/entity/Q1"), name: "Universum", alias: false, language: "de" },
  { term: iri("http://www.wikidata.org/entity/Q1"), name: "Universe", alias: false, language: "en" },
  { term: iri("http://www.wikidata.org/entity/Q1"), name: "Cosmos", alias: true, language: "en" },
  { term: iri("http://www.wikidata.org/entity/Qłódź"), name: "Łódź", alias: false },
  { term: { kind: "blank", value: "b1" }, name: "Nowhere", alias: false },
];

function indexFrom(entries: () => LabelEntries, cacheFolder?: string, dataVersion = "1"): LabelIndex {
  const cached = cacheFolder === undefined ? {} : { cacheFolder };
  const index = labelIndexFrom(entries, { ...cached, key: "dump", dataVersion, languages: ["en", ""] });
  onTestFinished(() => index.close());
  return index;
}

const find = (index: LabelIndex, text: string) =>
  index.find(text, { limit: 3, among: "entities" }, bounds).then(({ matches }) => matches);

describe("a label index from entries", () => {
  it("finds each entity by its labels and aliases, also misspelt", async () => {
    const index = indexFrom(() => ENTRIES);
    const universe = { term: ENTRIES[0]?.term, name: "Universe", alias: false };
    expect(await find(index, "Universe")).toMatchObject([{ ...universe, tier: "exact", score: 1 }]);
    expect(await find(index, "Univrese")).toMatchObject([{ ...universe, tier: "typo" }]);
    expect(await find(index, "Cosmos")).toMatchObject([{ term: universe.term, alias: true, tier: "exact" }]);
    expect(await find(index, "lodz")).toMatchObject([{ term: ENTRIES[3]?.term, tier: "folded" }]);
    expect(await find(index, "nowhere")).toMatchObject([{ term: ENTRIES[4]?.term }]);
  });

  it("scores labels in preferred languages above others, and labels above aliases", async () => {
    const index = indexFrom(() => ENTRIES);
    const score = async (text: string) => (await find(index, text))[0]?.score ?? 0;
    expect(await score("Universe")).toBeGreaterThan(await score("Cosmos"));
    expect(await score("Łódź")).toBeGreaterThan(await score("Universum"));
  });

  it("reads the entries once, and not at all while the cache folder has them", async () => {
    const cacheFolder = temporaryFolder();
    let reads = 0;
    async function* entries(): AsyncIterable<LabelEntry> {
      reads++;
      yield* ENTRIES;
    }
    for (const version of ["1", "1", "2"]) {
      const index = indexFrom(entries, cacheFolder, version);
      await Promise.all([find(index, "Universe"), index.preparation.prepare(bounds)]);
      expect(await find(index, "Cosmos")).toMatchObject([{ term: ENTRIES[0]?.term }]);
    }
    expect(reads).toBe(2);
  });

  it("passes on why the entries could not be read, and tries again", async () => {
    let broken = true;
    const index = indexFrom(() => {
      if (broken) throw new TripleStoreError({ kind: "malformed", engineMessage: "Line 3 is no label." });
      return ENTRIES;
    });
    await expect(find(index, "Universe")).rejects.toThrow("Line 3 is no label.");
    broken = false;
    expect(await find(index, "Universe")).toHaveLength(1);
  });

  it("finds nothing, and says that it is not complete, while there is no time to build", async () => {
    const more = Promise.withResolvers<void>();
    const index = indexFrom(async function* () {
      await more.promise;
      yield* ENTRIES;
    });
    const options = { limit: 3, among: "entities" as const };
    const answer = await index.find("Universe", options, { ...bounds, milliseconds: 5 });
    expect(answer).toEqual({ matches: [], complete: false });
    more.resolve();
    expect(await find(index, "Universe")).toHaveLength(1);
  });
});
