import { expect, it } from "vitest";
import { defaultFolders } from "../../src/util/default-folders.ts";

it("takes an empty variable for none, so that nothing is written into the folder one is in", () => {
  const empty = { FUXI_CACHE_DIR: "", FUXI_DATA_DIR: "", XDG_CACHE_HOME: "", XDG_DATA_HOME: "" };
  expect(defaultFolders(empty, "linux")).toEqual(defaultFolders({}, "linux"));
  expect(defaultFolders({ ...empty, FUXI_DATA_DIR: "/srv/fuxi" }, "linux").data).toBe("/srv/fuxi");
});
