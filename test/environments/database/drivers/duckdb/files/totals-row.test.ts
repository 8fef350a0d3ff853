import { describe, expect, it } from "vitest";
import { builtInPolicy } from "../../../../../../src/agent/policies/built-in-policy.ts";
import { ask } from "../../../../../../src/ask.ts";
import { createDatabaseEnvironment } from "../../../../../../src/environments/database/create-database-environment.ts";
import { openDuckdbDriver } from "../../../../../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { fileLoader } from "../../../../../support/loaded-files.ts";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";

const { only, open, write } = fileLoader(temporaryFolder());

describe("a row of totals at the end of a file", () => {
  it.each<readonly [string, string, string]>([
    [
      "in its first cell",
      "no;city;amount\n1;Ulm;1.000,50\n2;Bonn;2,25\nSumme;;1.002,75\n",
      "row 4 is named Summe",
    ],
    [
      "in another cell",
      "no,city,amount\n1,Ulm,1.5\n2,Bonn,2.25\n,Grand total:,3.75\n",
      "row 4 is named Grand total:",
    ],
    ["with a note below", "city,amount\nUlm,1\nBonn,2\nTotal,3\nas of 3 May,\n", "row 4 is named Total"],
  ])("is told and kept, where it is named one %s", async (_, text, doubt) => {
    const { report } = await only("a.csv", text);
    expect(report.rows).toBe(text.trim().split("\n").length - 1);
    expect(report.doubts).toContain(`${doubt}, and counts as a row like any other`);
  });

  it("keeps the built-in rules from answering, unless the question leaves it out", async () => {
    const database = await open({ files: [write("sales.csv", "city,amount\nUlm,1\nBonn,2\nTotal,3\n")] });
    const environment = await createDatabaseEnvironment({
      id: "sales",
      driver: await openDuckdbDriver({ path: database.path, poolSize: 1 }),
      cacheFolder: temporaryFolder(),
    });
    const asked = async (question: string) =>
      (await ask({ environments: [environment], policy: builtInPolicy(), question })).outcome;
    expect(await asked("What is the total amount?")).toMatchObject({
      reason: expect.stringContaining("In sales, row 4 is named Total"),
    });
    expect(await asked("What is the total amount of Bonn?")).toMatchObject({
      answer: { value: expect.anything() },
    });
    await environment.close();
  });

  it("is told of each file of a pattern", async () => {
    const files = ["may", "june"].map((name) => write(`${name}.csv`, "city,amount\nUlm,1\nTotal,1\n"));
    const database = await open({ files: [], groups: [{ name: "sales", files }] });
    expect(database.tables[0]?.doubts).toEqual([
      "may.csv: row 3 is named Total, and counts as a row like any other",
      "june.csv: row 3 is named Total, and counts as a row like any other",
    ]);
  });

  it.each<readonly [string, string]>([
    ["a name that only begins like one", "shop,amount\nUlm,1\nBonn,2\nRome,4\nTotalEnergies,7\n"],
    ["nothing to add up", "word,kind\nall,a\nsum,b\nsome,c\ntotal,d\n"],
  ])("is not seen in one with %s", async (_, text) => {
    const { report } = await only("a.csv", text);
    expect(report).toMatchObject({ rows: 4, doubts: [] });
  });
});
