import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { checkWritable, writeWholeFile } from "../../../src/cli/output/write-whole-file.ts";
import { FuxiError } from "../../../src/errors/fuxi-error.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();

describe("a result in a file", () => {
  it("takes the place of the file only when all of it is written", async () => {
    const path = join(folder, "a.txt");
    writeFileSync(path, "before");
    const fails = async function* () {
      yield "x".repeat(200_000);
      throw new FuxiError("cancelled", "The caller cancelled.");
    };
    await expect(writeWholeFile(path, fails())).rejects.toMatchObject({ code: "cancelled" });
    expect(readFileSync(path, "utf8")).toBe("before");
    expect(readdirSync(folder)).toEqual(["a.txt"]);
    await writeWholeFile(path, ["after", new Uint8Array([33])]);
    expect(readFileSync(path, "utf8")).toBe("after!");
  });

  it("goes where a link leads, and leaves the link", async () => {
    const link = join(folder, "link.csv");
    writeFileSync(join(folder, "real.csv"), "");
    symlinkSync(join(folder, "real.csv"), link);
    await writeWholeFile(link, ["new"]);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "real.csv"), "utf8")).toBe("new");
  });

  it("fails with a code of its own where the folder has gone", async () => {
    const gone = join(folder, "gone", "a.csv");
    await expect(writeWholeFile(gone, ["x"])).rejects.toMatchObject({ code: "output-not-written" });
    expect(existsSync(gone)).toBe(false);
  });

  it("is refused beforehand for a folder, a pipe, a folder that is not there, and the database that is asked", () => {
    mkdirSync(join(folder, "sub"));
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const database = join(folder, "shop.sqlite");
    writeFileSync(database, "");
    const refusal = { code: "usage" };
    expect(() => checkWritable(join(folder, "sub"))).toThrow(expect.objectContaining(refusal));
    expect(() => checkWritable(join(folder, "pipe"))).toThrow(expect.objectContaining(refusal));
    expect(() => checkWritable(join(folder, "nowhere", "a.csv"))).toThrow(expect.objectContaining(refusal));
    for (const address of [
      `sqlite://${database}`,
      `sqlite:///${relative(process.cwd(), database)}`,
      `jdbc:sqlite:${database}?mode=ro`,
    ])
      expect(() => checkWritable(database, [address])).toThrow(/overwritten/);
    expect(() => checkWritable(join(folder, "new.csv"), [database])).not.toThrow();
  });
});
