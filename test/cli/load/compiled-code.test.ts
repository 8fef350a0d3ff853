import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { cliProcess } from "./cli-process.ts";

const folder = temporaryFolder();
/** The tests' own place for compiled code is not to be taken for the one that the program chooses. */
const UNKEPT = { NODE_COMPILE_CACHE: "" };

it("keeps compiled code in the cache folder, readable for this user alone", async () => {
  const cache = join(folder, "cache");
  expect(await cliProcess(["--version"], { ...UNKEPT, FUXI_CACHE_DIR: cache })).toMatchObject({
    code: 0,
    err: "",
  });
  const compiled = join(cache, "compiled");
  const [made = "", ...others] = readdirSync(compiled);
  expect(others).toEqual([]);
  const modes = [cache, compiled, join(compiled, made)].map((path) => statSync(path).mode & 0o077);
  expect(modes).toEqual([0, 0, 0]);
});

it("works as well where nothing can be kept", async () => {
  const blocked = join(folder, "blocked");
  writeFileSync(blocked, "a file, and no folder");
  const cache = join(blocked, "cache");
  expect(await cliProcess(["--version"], { ...UNKEPT, FUXI_CACHE_DIR: cache })).toMatchObject({
    code: 0,
    err: "",
  });
});
