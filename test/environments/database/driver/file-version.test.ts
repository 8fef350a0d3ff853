import { renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileVersion } from "../../../../src/environments/database/driver/file-version.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder();
const never = new AbortController().signal;

/** A file that was written long ago, so that nobody waits for a tick of the clock. */
function written(name: string, content: string, second: number): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  utimesSync(path, second, second);
  return path;
}

it("changes with the file and with its log, and is the same for whoever asks for the first time", async () => {
  const path = written("a.db", "1", 1000);
  const log = `${path}.wal`;
  const version = fileVersion(path, log, () => {});
  const seen = [await version(never), await version(never)];
  const change = async (work: () => unknown): Promise<void> => {
    work();
    seen.push(await version(never));
    expect(await version(never)).toBe(seen.at(-1));
    expect(await fileVersion(path, log, () => {})(never)).toBe(seen.at(-1));
  };
  await change(() => written("a.db", "2", 2000));
  await change(() => written("a.db.wal", "3", 2000));
  await change(() => written("a.db.wal", "4", 3000));
  await change(() => rmSync(log));
  await change(() => rmSync(path));
  await change(() => written("a.db", "12", 2000));
  expect(seen[0]).toBe(seen[1]);
  // Without its log the file is as it was before that.
  expect(seen[5]).toBe(seen[2]);
  expect(seen[6]).toBe("missing");
  expect(new Set(seen).size).toBe(6);
});

it("tells of another file in the place of this one, once, and not of a write", async () => {
  const path = written("b.db", "1", 1000);
  let replaced = 0;
  const version = fileVersion(path, `${path}.wal`, () => replaced++);
  await version(never);
  written("b.db", "2", 2000);
  await version(never);
  expect(replaced).toBe(0);
  // The same size and time: only which file it is differs.
  renameSync(written("c.db", "2", 2000), path);
  await version(never);
  written("b.db", "3", 3000);
  await version(never);
  expect(replaced).toBe(1);
});
