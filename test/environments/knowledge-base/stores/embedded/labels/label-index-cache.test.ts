import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TripleTable } from "../../../../../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { FuxiError } from "../../../../../../src/errors/fuxi-error.ts";
import { tableOf } from "../../../../../support/table-of.ts";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";
import { bounds, found, openIndex, triplesOf, VOCABULARY } from "./label-fixture.ts";

const LINES = 'a label "Heat"@en\na a Film\nb label "Casino"@en\nFilm label "Film"@en';
const { signal } = bounds;

/** A table that counts how often its terms are looked at. */
async function watchedTable(): Promise<{ table: TripleTable; looks: () => number }> {
  const table = await tableOf(triplesOf(LINES));
  let looks = 0;
  const { dictionary } = table;
  const watched = new Proxy(dictionary, {
    get(target, name) {
      if (name === "textOf") looks++;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { table: { ...table, dictionary: watched }, looks: () => looks };
}

function filesIn(cacheFolder: string): readonly string[] {
  const folder = join(cacheFolder, "value-index");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => join(folder, name, file)),
  );
}

describe("the label index of a file", () => {
  it("is built by preparation, with progress that rises to 1, and then at once", async () => {
    const index = openIndex(await tableOf(triplesOf(LINES)));
    const shares: number[] = [];
    const told = await index.preparation.prepare({ signal, onProgress: ({ share }) => shares.push(share) });
    expect(told.text).toBe("2 names of entities are indexed.");
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(await index.preparation.prepare({ signal })).toEqual(told);
  });

  it("is taken from the cache folder while data and vocabulary are the same", async () => {
    const cacheFolder = temporaryFolder();
    await openIndex((await watchedTable()).table, { cacheFolder }).preparation.prepare({ signal });
    expect(filesIn(cacheFolder)).toHaveLength(1);
    const again = async (options: Parameters<typeof openIndex>[1]) => {
      const { table, looks } = await watchedTable();
      const index = openIndex(table, { cacheFolder, ...options });
      expect(await found(index, "Heatt")).toEqual(['a "Heat" typo']);
      return looks();
    };
    expect(await again({})).toBe(0);
    expect(await again({ dataVersion: "2" })).toBeGreaterThan(0);
    expect(await again({ dataVersion: "2" })).toBe(0);
    expect(
      await again({ dataVersion: "2", vocabulary: { ...VOCABULARY, languages: ["de"] } }),
    ).toBeGreaterThan(0);
    expect(await again({ dataVersion: "2", key: "other" })).toBeGreaterThan(0);
  });

  it("says that it is still being built where there is no time to wait for it", async () => {
    const many = Array.from({ length: 50_000 }, (_, i) => `n${i} label "Name ${i}"@en`);
    const index = openIndex(await tableOf(triplesOf([LINES, ...many].join("\n"))));
    const late = index.find("Heat", { limit: 5, among: "entities" }, { milliseconds: 0, signal });
    await expect(late).rejects.toMatchObject({ facts: { kind: "time-limit" } });
    expect(await found(index, "Heat")).toEqual(['a "Heat" exact']);
  });

  it("ends the waiting of one who cancels, and building for all when it is closed", async () => {
    const index = openIndex(await tableOf(triplesOf(LINES)));
    const controller = new AbortController();
    const cancelled = index.find(
      "Heat",
      { limit: 1, among: "entities" },
      { ...bounds, signal: controller.signal },
    );
    const other = found(index, "Heat");
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    expect(await other).toEqual(['a "Heat" exact']);
    await index.close();
    const late = await index
      .find("Casino", { limit: 1, among: "entities" }, bounds)
      .catch((error: unknown) => error);
    expect(FuxiError.isInstance(late) && late.code).toBe("cancelled");
  });
});
