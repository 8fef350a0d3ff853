import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
  it("is built when it is first needed, and says so", async () => {
    const { table, looks } = await watchedTable();
    const index = openIndex(table);
    expect([looks(), index.bytes()]).toEqual([0, 0]);
    expect(await found(index, "Heat")).toEqual(['a "Heat" exact']);
    expect(looks()).toBeGreaterThan(0);
    expect(index.bytes()).toBeGreaterThan(0);
    expect([index.mode, index.limitation]).toEqual(["fuzzy", ""]);
  });

  it("is built by preparation, with progress that rises to 1, and then at once", async () => {
    const index = openIndex(await tableOf(triplesOf(LINES)));
    const shares: number[] = [];
    const told = await index.preparation.prepare({ signal, onProgress: ({ share }) => shares.push(share) });
    expect(told.text).toBe("4 names of entities and classes are indexed.");
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(await index.preparation.prepare({ signal })).toEqual(told);
  });

  it("is taken from the cache folder while data and vocabulary are the same", async () => {
    const cacheFolder = temporaryFolder();
    await openIndex((await watchedTable()).table, { cacheFolder }).preparation.prepare({ signal });
    expect(filesIn(cacheFolder)).toHaveLength(2);
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

  it("is built anew where its file is damaged", async () => {
    const cacheFolder = temporaryFolder();
    const table = await tableOf(triplesOf(LINES));
    await openIndex(table, { cacheFolder }).preparation.prepare({ signal });
    for (const file of filesIn(cacheFolder)) {
      const bytes = readFileSync(file);
      bytes[bytes.length - 3] = (bytes.at(-3) as number) ^ 1;
      writeFileSync(file, bytes);
    }
    expect(await found(openIndex(table, { cacheFolder }), "Heat")).toEqual(['a "Heat" exact']);
  });

  it("lives in memory where the cache folder cannot be written, and says so", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const index = openIndex(await tableOf(triplesOf(LINES)), { cacheFolder: file });
    expect((await index.preparation.prepare({ signal })).text).toMatch(/in memory only/u);
    expect(await found(index, "Heat")).toEqual(['a "Heat" exact']);
  });

  it("knows exact names through the dictionary while there is no time to build", async () => {
    // So many that building gives other work its turn before it is done.
    const many = Array.from({ length: 50_000 }, (_, i) => `n${i} label "Name ${i}"@en`);
    const lines = [LINES, 'c alias "Heat"@de', "No_Label next c", ...many].join("\n");
    const table = await tableOf(triplesOf(lines));
    const find = (text: string, among: "entities" | "classes" = "entities") =>
      openIndex(table).find(text, { limit: 5, among }, { milliseconds: 0, signal });
    const { matches, complete } = await find("Heat");
    expect(complete).toBe(false);
    expect(matches.map(({ term, tier }) => [term.kind === "iri" && term.value.at(-1), tier])).toEqual([
      ["a", "exact"],
      ["c", "exact"],
    ]);
    expect((await find("No Label")).matches).toHaveLength(1);
    expect((await find("Film", "classes")).matches).toHaveLength(1);
    expect((await find("Heat", "classes")).matches).toEqual([]);
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
