import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolders } from "../../../src/cli/output/write-whole-file.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const root = temporaryFolder();

it("makes a folder with those above it, and leaves one alone that is there", async () => {
  const folder = join(root, "a", "b", "c");
  await makeFolders(folder);
  await makeFolders(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

it("fails where a file stands in the way", async () => {
  const file = join(root, "file");
  writeFileSync(file, "");
  await expect(makeFolders(file)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolders(join(file, "below"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

it.runIf(process.platform === "linux")("comes back where a file system takes no folders", async () => {
  await expect(makeFolders("/proc/fuxi/reports")).rejects.toMatchObject({ code: "ENOENT" });
});
