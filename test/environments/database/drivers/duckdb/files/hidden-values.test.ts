import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PrivacyRules } from "../../../../../../src/environment/privacy-rules.ts";
import { fileLoader } from "../../../../../support/loaded-files.ts";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";

const folder = temporaryFolder();
const { cacheFolder, open, write, table } = fileLoader(folder);
const kept = join(cacheFolder, "data-files");

const PEOPLE = write(
  "people.csv",
  `Payroll CANARY-title\nid,name,mail,born,pay,well\n${Array.from(
    { length: 20 },
    (_, at) => `${at},Person ${at},CANARY-mail-${at},1977-0${1 + (at % 9)}-11,${at * 3},true\n`,
  ).join("")}20,Zoe,,,CANARY-pay,\n`,
);
const WORDS = write("words.json", '[{"word":"CANARY-word"},{"word":"CANARY-other"}]');

const openAll = (privacy?: PrivacyRules) =>
  open({ files: [PEOPLE, WORDS], ...(privacy === undefined ? {} : { privacy }) });
const bytes = (path: string) => [path, `${path}.json`].map((each) => readFileSync(each, "latin1")).join("\n");

describe("data files under a policy", () => {
  it("are another file in the cache, with nothing in it of what is hidden", async () => {
    const whole = await openAll();
    expect(bytes(whole.path)).toContain("CANARY");
    const part = await openAll({ deny: ["words", "people.mail"], mask: ["people.pay"] });
    expect(part.path).not.toBe(whole.path);
    expect(part.key).toBe(whole.key);
    expect(bytes(part.path)).not.toContain("CANARY");
    expect(bytes(part.path)).toContain("Person 7");
    expect(existsSync(whole.path)).toBe(true);
    expect((await openAll({ mask: ["people.pay"], deny: ["people.mail", "words"] })).path).toBe(part.path);
    expect((await openAll({ deny: ["people.mail"] })).path).not.toBe(part.path);
  });

  it("keep the names and types of what is hidden, and where masked values are missing", async () => {
    const database = await openAll({ deny: ["people.mail", "words"], mask: ["people.born", "people.well"] });
    const { types, rows } = await table(database, "people");
    expect(types).toMatchObject({ mail: "VARCHAR", born: "DATE", pay: "VARCHAR", well: "BOOLEAN" });
    expect(rows[0]).toEqual(["0", "Person 0", null, "1970-01-01", "0", false]);
    expect(rows[20]?.slice(2, 4)).toEqual([null, null]);
    expect((await table(database, "words")).rows).toEqual([]);
  });

  it("are told of without a cell of what is hidden, and without what is denied", async () => {
    const whole = await openAll();
    expect(JSON.stringify(whole.tables)).toContain("CANARY-pay");
    const part = await openAll({ deny: ["words"], mask: ["people.pay"] });
    expect(part.tables).toMatchObject([{ table: "people", rows: 21, columns: 6 }]);
    expect((await table(part, "people")).rows[5]?.[4]).toBe("***");
    const less = await openAll({ deny: ["people.pay", "people.mail"] });
    expect(less.tables[0]).toMatchObject({ table: "people", columns: 4 });
    expect(JSON.stringify(part.tables)).not.toContain("CANARY");
    expect(JSON.stringify((await table(part, "people")).comments)).not.toContain("CANARY");
  });

  it("leave nothing behind where a rule names nothing", async () => {
    const before = readdirSync(kept);
    await expect(openAll({ deny: ["people.mial"] })).rejects.toThrow(/people\.mial matches no table/u);
    expect(readdirSync(kept)).toEqual(before);
  });

  it("are read again after a process that was ended while it read them, and its pieces are removed", async () => {
    const abandoned = join(kept, "00ff-999999999-a.building");
    mkdirSync(abandoned);
    writeFileSync(join(abandoned, "staging.duckdb"), "CANARY");
    await openAll({ deny: ["people.well"] });
    expect(existsSync(abandoned)).toBe(false);
  });
});
