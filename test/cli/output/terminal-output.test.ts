import { join } from "node:path";
import pc from "picocolors";
import { expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();

async function inTerminal(...words: readonly string[]) {
  let out = "";
  let err = "";
  const code = await runCli(
    ["ask", "sample:cinema", "How many screens does each cinema have?", "-q", ...words],
    {
      out: (content) => {
        out += content;
      },
      err: (text) => {
        err += text;
      },
      env: { FUXI_CACHE_DIR: join(folder, "cache"), FUXI_DATA_DIR: join(folder, "data") },
      signal: new AbortController().signal,
      interactive: false,
      answers: false,
      outIsTerminal: true,
      width: 70,
      colors: pc.createColors(false),
    },
  );
  return { code, out, err };
}

it("draws a chart between the answer and what it rests on, within the width, unless none is wanted", async () => {
  const { out } = await inTerminal();
  const bars = out.split("\n").filter((line) => line.includes("█"));
  expect(bars).toHaveLength(14);
  expect(Math.max(...bars.map((line) => line.length))).toBeLessThan(70);
  expect(out.indexOf("█")).toBeGreaterThan(out.indexOf("14 rows"));
  expect(out.indexOf("█")).toBeLessThan(out.indexOf("SELECT"));
  expect((await inTerminal("--no-chart")).out).not.toContain("█");
});

it("shows no workbook, and says how to have one", async () => {
  const { code, out, err } = await inTerminal("--output", "xlsx");
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("--out answer.xlsx");
});
