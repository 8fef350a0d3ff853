import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { BuildEntry } from "../../../../src/evaluation/itool/build/build-entry.ts";
import { openBuildJournal } from "../../../../src/evaluation/itool/build/build-journal.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder();
const build = { text: "[]", seed: 1 };
const entry = (source: string): BuildEntry => ({ source, kind: "missing", notes: [], rejected: ["no"] });

describe("the entries of a build", () => {
  it("are there again when it is opened a second time", () => {
    const path = join(folder, "again.jsonl");
    const journal = openBuildJournal(path, build);
    expect(journal.done).toEqual([]);
    journal.append(entry("a"));
    journal.append(entry("b"));
    const second = openBuildJournal(path, build);
    expect(second.done).toEqual([entry("a"), entry("b")]);
    second.append(entry("c"));
    expect(openBuildJournal(path, build).done).toHaveLength(3);
  });

  it("lose only a line that was cut off", () => {
    const path = join(folder, "torn.jsonl");
    openBuildJournal(path, build).append(entry("a"));
    appendFileSync(path, '{"source":"b","ki');
    const journal = openBuildJournal(path, build);
    expect(journal.done).toEqual([entry("a")]);
    journal.append(entry("b"));
    expect(openBuildJournal(path, build).done).toEqual([entry("a"), entry("b")]);
  });

  it.each([
    ["items", { text: "[ ]", seed: 1 }],
    ["a seed", { text: "[]", seed: 2 }],
  ])("are not mixed with those of other %s, and stay as they are", (_, other) => {
    const path = join(folder, `other-${other.seed}.jsonl`);
    openBuildJournal(path, build).append(entry("a"));
    const before = readFileSync(path, "utf8");
    expect(() => openBuildJournal(path, other)).toThrowError(expect.objectContaining({ code: "usage" }));
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  it("name the line that is none", () => {
    const path = join(folder, "damaged.jsonl");
    openBuildJournal(path, build).append(entry("a"));
    appendFileSync(path, '{"source":"b"}\n');
    expect(() => openBuildJournal(path, build)).toThrowError(
      expect.objectContaining({ code: "data-invalid", message: expect.stringContaining("Line 3") }),
    );
  });

  it("do not replace a file that is no journal", () => {
    const path = join(folder, "mine.jsonl");
    writeFileSync(path, "my notes\n");
    expect(() => openBuildJournal(path, build)).toThrowError(expect.objectContaining({ code: "usage" }));
    expect(readFileSync(path, "utf8")).toBe("my notes\n");
  });

  it("say where they cannot be written", () => {
    expect(() => openBuildJournal(join(folder, "nowhere", "a.jsonl"), build)).toThrowError(
      expect.objectContaining({ code: "store-unavailable" }),
    );
  });
});
