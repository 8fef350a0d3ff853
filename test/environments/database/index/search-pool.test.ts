import { describe, expect, it } from "vitest";
import { databaseOf, exact, near, openIndex, signal } from "./index-fixture.ts";

const COLUMNS = 80;

/** Eighty columns in eight tables, so many that they are searched together. */
function manyColumns(): string {
  return Array.from({ length: COLUMNS / 10 }, (_, t) => {
    const columns = Array.from({ length: 10 }, (_, c) => `c${c} TEXT`).join(", ");
    const row = (i: number) =>
      Array.from({ length: 10 }, (_, c) => `'Entry ${t}${c} Number ${i}'`).join(", ");
    return `CREATE TABLE t${t} (${columns}); INSERT INTO t${t} VALUES (${row(1)}), (${row(2)});`;
  }).join("\n");
}

describe("near search in many small columns", () => {
  it("tells the column and the count of each match", async () => {
    const driver = databaseOf(manyColumns());
    driver.database.exec(
      "INSERT INTO t3 (c4) VALUES ('Bruce Wayne'), ('Bruce Wayne'), ('K-8'), ('State Special School')",
    );
    driver.database.exec("INSERT INTO t7 (c9) VALUES ('Bruce Wayne')");
    const index = openIndex(driver);
    await index.ensureBuilt({ signal });
    expect((await near(index, "Bruce Wain")).slice(0, 2)).toEqual([
      "t3.c4=Bruce Wayne×2 typo",
      "t7.c9=Bruce Wayne×1 typo",
    ]);
    expect((await near(index, "K-9"))[0]).toBe("t3.c4=K-8×1 typo");
    expect((await near(index, "SSS"))[0]).toBe("t3.c4=State Special School×1 abbreviation");
    expect((await near(index, "Entry 56 Numbr 2"))[0]).toBe("t5.c6=Entry 56 Number 2×1 typo");
    expect(await exact(index, "Entry 56 Number 2")).toEqual(["t5.c6=Entry 56 Number 2×1 exact"]);
  });

  it("forgets what was in the database before, and knows what came since", async () => {
    const driver = databaseOf(manyColumns());
    const index = openIndex(driver);
    await index.ensureBuilt({ signal });
    driver.database.exec("UPDATE t2 SET c2 = 'Clark Kent' WHERE c2 = 'Entry 22 Number 1'");
    await index.ensureBuilt({ signal });
    expect((await near(index, "Clark Kant"))[0]).toBe("t2.c2=Clark Kent×1 typo");
    expect((await near(index, "Entry 22 Number 1"))[0]).not.toMatch(/Entry 22 Number 1/u);
  });

  it("answers while columns are still missing, and for them once they are there", async () => {
    const index = openIndex(databaseOf(manyColumns()));
    const controller = new AbortController();
    await index
      .ensureBuilt({
        signal: controller.signal,
        onProgress: ({ columnsDone }) => columnsDone === 60 && controller.abort(),
      })
      .catch(() => undefined);
    const { matches, incomplete } = await index.findFuzzy("Entry 00 Nmber 1", { limit: 1, signal });
    expect(matches[0]?.value).toBe("Entry 00 Number 1");
    expect(incomplete).toHaveLength(COLUMNS - 60);
    await index.ensureBuilt({ signal });
    expect((await near(index, "Entry 79 Nmber 1"))[0]).toBe("t7.c9=Entry 79 Number 1×1 typo");
  });
});
