import { describe, expect, it } from "vitest";
import { memoryArtifactStore } from "../../../src/artifact-store/sqlite-artifact-store.ts";
import { resultRows } from "../../../src/cli/output/result-rows.ts";
import type { Json } from "../../../src/util/json.ts";

const principal = { id: "somebody" };
const artifacts = memoryArtifactStore();
const kept = { artifacts, principal };
const put = (text: string) =>
  artifacts.put(new TextEncoder().encode(text), {
    principal,
    mediaType: "application/json",
    lifetimeSeconds: 60,
  });
const gone = { sha256: "0".repeat(64), bytes: 1, mediaType: "application/json" };

async function read(...given: Parameters<typeof resultRows>) {
  const { rows, ...rest } = await resultRows(...given);
  return { ...rest, rows: [...rows] };
}

describe("an answer as rows", () => {
  it("has all rows that were kept, as often as they are gone through", async () => {
    const full = await put('[1,"a\\nb"]\n[2,null]\n');
    const rows = { columns: ["n", "t"], rows: [[1, "a\nb"]], total: 2, full };
    const result = await resultRows({ text: "", rows }, kept);
    for (const _ of [1, 2])
      expect([...result.rows]).toEqual([
        [1, "a\nb"],
        [2, null],
      ]);
    expect(result).toMatchObject({ count: 2, total: 2 });
  });

  it("has the preview, and says how many there were, where the rest is gone", async () => {
    const rows = { columns: ["n"], rows: [[1]], total: 9, full: gone };
    expect(await read({ text: "", rows }, kept)).toEqual({ columns: ["n"], rows: [[1]], count: 1, total: 9 });
    const list = { total: 9, full: gone };
    expect(await read({ text: "", value: [1], list }, kept)).toMatchObject({ count: 1, total: 9 });
  });

  it("has all objects of an API's list, with a column for each of their members", async () => {
    const objects: readonly Json[] = [{ a: 1 }, { b: [2], a: null }];
    const list = { total: 2, full: await put(JSON.stringify(objects)) };
    expect(await read({ text: "", members: [{ a: 1 }], list }, kept)).toMatchObject({
      columns: ["a", "b"],
      rows: [
        [1, null],
        [null, [2]],
      ],
      total: 2,
    });
  });

  it("has one cell for a value or for words", async () => {
    expect(await read({ text: "7", value: 7 }, kept)).toMatchObject({ columns: ["value"], rows: [[7]] });
    expect(await read({ text: "See the list." }, kept)).toMatchObject({
      columns: ["answer"],
      rows: [["See the list."]],
    });
  });
});
