import { describe, expect, it } from "vitest";
import { createTools } from "../../src/ai-sdk/create-tools.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { FILES } from "../support/run-fixture.ts";
import { fileTools } from "./tools-fixture.ts";

const files = fileTreeEnvironment(FILES);
const marked: Environment = {
  ...files,
  id: "marked",
  tools: files.tools.map((tool) => (tool.name === "find_text" ? { ...tool, essential: true } : tool)),
};

describe("only some of the tools", () => {
  it("are those named, with what has to be used before them", () => {
    expect(Object.keys(fileTools({ only: ["find_text"] }))).toEqual(["find_text"]);
    expect(Object.keys(fileTools({ only: ["choose_file"] }))).toEqual(["enter_folder", "choose_file"]);
  });

  it("are the essential ones, and all of an environment that does not say which are", () => {
    expect(Object.keys(createTools(marked, { essential: true }))).toEqual(["find_text"]);
    expect(Object.keys(createTools(marked, { essential: true, only: ["enter_folder"] }))).toEqual([
      "find_text",
      "enter_folder",
    ]);
    expect(Object.keys(createTools([files, marked], { essential: true }))).toEqual([
      "files__find_text",
      "files__enter_folder",
      "files__choose_file",
      "marked__find_text",
    ]);
  });

  it("are refused with the nearest name where one does not exist", () => {
    expect(() => fileTools({ only: ["find_txt"] })).toThrow(
      expect.objectContaining({ code: "usage", hint: "Did you mean find_text?" }),
    );
  });
});
