import { describe, expect, it } from "vitest";
import { fileLoader } from "../../../../../support/loaded-files.ts";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";

const { only, open, table, write } = fileLoader(temporaryFolder());

const LEFT_OUT = "the last row (row 5) is the total of those above, and is left out";

describe("a row of totals at the end of a file", () => {
  it.each<readonly [string, string, string]>([
    ["named as one", "no;city;amount\n1;Ulm;1.000,50\n2;Bonn;2,25\n3;Köln;4,00\nSumme;;1.006,75\n", LEFT_OUT],
    [
      "named in another cell",
      "no,city,amount\n1,Ulm,1.5\n2,Bonn,2.25\n3,Rome,4\n,Grand total:,7.75\n",
      LEFT_OUT,
    ],
    ["with sums that were rounded", "city,amount\nUlm,10000.04\nBonn,2.2\nRome,4\nTOTAL,10006.2\n", LEFT_OUT],
    [
      "that has a mean beside a sum",
      "city,amount,price\nUlm,1,10\nBonn,2,20\nRome,3,30\nTotal,6,20\n",
      LEFT_OUT,
    ],
    ["without a name", "city,amount,pieces\nUlm,1.5,1\nBonn,2.25,2\nRome,4,5\n,7.75,8\n", LEFT_OUT],
    [
      "with a note below",
      "city,amount\nUlm,1\nBonn,2\nTotal,3\nas of 3 May,\n",
      "row 4 is the total of those above, and is left out",
    ],
  ])("is left out and told, where it is %s", async (_, text, doubt) => {
    const { rows, report } = await only("a.csv", text);
    expect(rows.slice(0, 2)).toHaveLength(2);
    expect(rows.flat().filter((cell) => /^(?:grand )?(?:total|summe)/iu.test(String(cell)))).toEqual([]);
    expect(report.rows).toBe(3);
    expect(report.doubts).toContain(doubt);
  });

  it("does not make text of the numbers that its name stands under", async () => {
    const { types } = await only("a.csv", "no,amount\n1,1\n2,2\n3,4\nTotal,7\n");
    expect(types).toEqual({ no: "BIGINT", amount: "BIGINT" });
  });

  it("is left out of each file of a pattern", async () => {
    const files = [
      write("may.csv", "city,amount\nUlm,1\nBonn,2\nTotal,3\n"),
      write("june.csv", "city,amount\nUlm,5\nRome,6\nTotal,11\n"),
    ];
    const database = await open({ files: [], groups: [{ name: "sales", files }] });
    expect(database.tables[0]?.doubts).toEqual([
      "may.csv: the last row (row 4) is the total of those above, and is left out",
      "june.csv: the last row (row 4) is the total of those above, and is left out",
    ]);
    expect((await table(database, "sales")).rows.map(([city]) => city)).toEqual([
      "Ulm",
      "Bonn",
      "Ulm",
      "Rome",
    ]);
  });

  it("stays and is doubted where it is named so but is not the sum", async () => {
    const { rows, report } = await only("a.csv", "city,amount\nUlm,1\nBonn,2\nRome,4\nTotal,99\n");
    expect(rows).toHaveLength(4);
    expect(report.doubts).toEqual([
      "the last row (row 5) is named a total, but is not the sum of those above: it counts as a row like any other",
    ]);
  });

  it.each<readonly [string, string]>([
    ["a name that only begins like one", "shop,amount\nUlm,1\nBonn,2\nRome,4\nTotalEnergies,7\n"],
    ["a sum by chance beside words", "city,amount\nUlm,1\nBonn,2\nRome,4\nKiel,7\n"],
    ["nothing to add up", "word,kind\nall,a\nsum,b\nsome,c\ntotal,d\n"],
    ["no name, and numbers that are no sum", "city,amount\nUlm,1\nBonn,2\nRome,4\n,5\n"],
  ])("is not seen in one with %s", async (_, text) => {
    const { rows, report } = await only("a.csv", text);
    expect(rows).toHaveLength(4);
    expect(report.doubts).toEqual([]);
  });
});
