import { describe, expect, it } from "vitest";
import { resultRows } from "../../../src/cli/output/result-rows.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
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

async function read(...given: Parameters<typeof resultRows>) {
  const { rows, ...rest } = await resultRows(...given);
  return { ...rest, rows: [...rows] };
}

describe("an answer as rows", () => {
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
