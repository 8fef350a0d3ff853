import { describe, expect, it } from "vitest";
import { handleOf, readHandle } from "../../../src/mcp/workspaces/workspaces.ts";

const id = "abcdefghij0123";

describe("a handle", () => {
  it("is the id with the version, and reads as what was written", () => {
    const handle = handleOf({ id, version: 12 });
    expect(handle).toBe(`${id}.12`);
    expect(readHandle(handle)).toEqual({ id, version: 12 });
  });

  it.each([
    ` ${id}.3\n`,
    `"${id}.3"`,
    ` '${id}.3' `,
    `\`${id}.3\``,
    `“${id}.3”`,
    `<${id}.3>`,
    `${id}.3,`,
    `${id.toUpperCase()}.3`,
    `${id}.03`,
  ])("reads as meant: %j", (text) => {
    expect(readHandle(text)).toEqual({ id, version: 3 });
  });

  it("names no version where it has none", () => {
    expect(readHandle(id)).toEqual({ id });
    expect(readHandle(` "${id}" `)).toEqual({ id });
  });

  it.each([
    "",
    "workspace",
    `${id}.`,
    `${id}.x`,
    `${id}.-1`,
    `${id}.0`,
    `${id}.1.2`,
    `${id}x.1`,
    `${id.slice(1)}.1`,
    `${id} .1`,
    `../${id}.1`,
    `${id}.1 OR 1=1`,
    `${id}.9999999999999999`,
    `ａbcdefghij0123.1`,
    `${"a".repeat(100_000)}.1`,
    `a${" ".repeat(1_000_000)}b`,
  ])("is none: %.40j", (text) => {
    expect(readHandle(text)).toBeUndefined();
  });
});
