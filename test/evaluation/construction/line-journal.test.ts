import { appendFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { openLineJournal } from "../../../src/evaluation/construction/line-journal.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const form = { heading: z.strictObject({ of: z.string() }), entry: z.strictObject({ n: z.int() }) };
const open = (path: string, of = "a") =>
  openLineJournal(path, form, {
    begin: () => ({ of }),
    strange: (before) => (before.of === of ? undefined : "it is about another thing"),
  });

it("what is appended to a journal is there at once, and when it is opened again", () => {
  const path = join(folder, "kept.jsonl");
  const journal = open(path);
  journal.append({ n: 1 });
  expect(journal.done).toEqual([{ n: 1 }]);
  expect(openLineJournal(path, form)).toMatchObject({ heading: { of: "a" }, done: [{ n: 1 }] });
  expect(() => open(path, "b")).toThrow("it is about another thing");
  appendFileSync(path, '{"n":');
  expect(open(path).done).toEqual([{ n: 1 }]);
  appendFileSync(path, "{}\n");
  expect(() => open(path)).toThrow("Line 3");
});

it("a file that is no journal is left as it is", () => {
  const path = join(folder, "mine.jsonl");
  writeFileSync(path, "my notes\n");
  expect(() => open(path)).toThrowError(expect.objectContaining({ code: "usage" }));
  expect(readFileSync(path, "utf8")).toBe("my notes\n");
});

it("of two who write to a journal at once only the first goes on", () => {
  const path = join(folder, "both.jsonl");
  const [first, second] = [open(path), open(path)];
  first.append({ n: 1 });
  expect(() => second.append({ n: 2 })).toThrowError(expect.objectContaining({ code: "store-conflict" }));
  first.append({ n: 3 });
  expect(open(path).done).toEqual([{ n: 1 }, { n: 3 }]);
});

it("a journal that nobody begins has to be there", () => {
  expect(() => openLineJournal(join(folder, "none.jsonl"), form)).toThrowError(
    expect.objectContaining({ code: "target-not-found" }),
  );
});

it.skipIf(process.platform !== "linux")("a full disk is called one", () => {
  const path = join(folder, "full.jsonl");
  const journal = open(path);
  rmSync(path);
  symlinkSync("/dev/full", path);
  expect(() => journal.append({ n: 1 })).toThrowError(expect.objectContaining({ code: "disk-full" }));
  expect(journal.done).toEqual([]);
});
