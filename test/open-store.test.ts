import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask } from "../src/ask.ts";
import { openStore } from "../src/open-store.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { understandingFiles } from "./support/understanding-files.ts";

const folder = temporaryFolder();
const anna = { id: "anna" };

describe("openStore", () => {
  it("keeps a run in one private file, for another process to read", async () => {
    const path = join(folder, "made", "runs.sqlite");
    const kept = await openStore(path);
    const { runId } = await ask({
      environments: [understandingFiles()],
      question: "Which note names leek?",
      store: kept,
      principal: anna,
    });
    await kept.close();
    expect(statSync(path).mode & 0o77).toBe(0);
    await using again = await openStore(path);
    expect((await again.trajectories.list({ principal: anna, limit: 10 })).map(({ id }) => id)).toEqual([
      runId,
    ]);
  });

  it("keeps nothing without an address", async () => {
    await using kept = await openStore();
    const entry = { environment: "shop", words: "revenue", meaning: "sum of amount" };
    await kept.glossary.remember(entry, anna);
    expect(await kept.glossary.list("shop", anna)).toMatchObject([entry]);
    await using other = await openStore();
    expect(await other.glossary.list("shop", anna)).toEqual([]);
  });

  it.each(["mysql://db.example/app", "https://db.example/store"])("refuses %s", async (address) => {
    await expect(openStore(address)).rejects.toMatchObject({ code: "configuration-invalid" });
    expect(existsSync(address)).toBe(false);
  });
});
