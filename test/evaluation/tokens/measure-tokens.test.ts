import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { memoryArtifactStore } from "../../../src/artifact-store/memory-artifact-store.ts";
import { madeTables } from "../../../src/evaluation/tokens/made-tables.ts";
import { measureTokens } from "../../../src/evaluation/tokens/measure-tokens.ts";
import { PROMPT_PARTS } from "../../../src/evaluation/tokens/prompt-parts.ts";
import type { PromptShape, TokenReport } from "../../../src/evaluation/tokens/token-row.ts";
import { tokenTable } from "../../../src/evaluation/tokens/token-table.ts";
import { memoryTrajectoryStore } from "../../../src/trajectory-store/memory-trajectory-store.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { openThings, thingsSet, writeThings } from "../../support/things-set.ts";

const file = join(temporaryFolder(), "things.sqlite");

function measured(): Promise<TokenReport> {
  writeThings(file, 3);
  const set = thingsSet(file, 3);
  const tasks = set.tasks.map((task, at) => ({
    ...task,
    oracle: { sql: `SELECT t.amount FROM thing AS t WHERE t.name = 'thing ${at + 1}'` },
  }));
  return measureTokens({
    sets: [{ name: "things", set: { ...set, tasks }, measure: "ex" }],
    openPlace: openThings,
    countTokens: (text) => Math.ceil(text.length / 4),
    stores: () => ({ trajectories: memoryTrajectoryStore(), artifacts: memoryArtifactStore() }),
    seed: 1,
    signal: new AbortController().signal,
  });
}

const rowOf = ({ rows }: TokenReport, shape: PromptShape) => rows.find((row) => row.shape === shape);

describe("the token benchmark", () => {
  it("lays the same trajectories side by side under every shape of prompts, at no loss of success", async () => {
    const report = await measured();
    expect(report.rows.map(({ shape }) => shape)).toEqual([
      "paper",
      "text",
      "text, together",
      "native",
      "native, together",
    ]);
    expect(report.rows.every(({ success, questions }) => success === 1 && questions === 3)).toBe(true);
    // The value looked up, FROM, WHERE, SELECT and the answer; together, what is looked up and all else.
    expect(rowOf(report, "paper")?.rounds).toBe(5);
    expect(rowOf(report, "text")?.rounds).toBe(5);
    expect(rowOf(report, "text, together")?.rounds).toBe(2);
    expect(rowOf(report, "native, together")?.rounds).toBe(2);
  });

  it("takes each request apart so that the parts are the whole", async () => {
    const report = await measured();
    for (const { parts, tokens } of report.rows)
      expect(PROMPT_PARTS.reduce((sum, part) => sum + parts[part], 0)).toBeCloseTo(tokens);
    const text = rowOf(report, "text");
    const native = rowOf(report, "native");
    for (const part of ["instructions", "tools", "schema", "question", "actions", "observations"] as const) {
      expect(text?.parts[part]).toBeGreaterThan(0);
      expect(native?.parts[part]).toBeGreaterThan(0);
      expect(rowOf(report, "paper")?.parts[part]).toBeGreaterThan(0);
    }
    // Once in each round.
    expect(text?.parts.schema).toBe(5 * (text?.schemaTokens ?? 0));
  });

  it("spends less than the papers' shape where calls go together", async () => {
    const report = await measured();
    expect(rowOf(report, "text, together")?.ratio).toBeLessThan(0.6);
    expect(rowOf(report, "paper")?.ratio).toBe(1);
    expect(tokenTable(report)).toContain("no language model");
  });
});

describe("tables to make a schema larger by", () => {
  it("are the same for the same seed, refer to each other, and can be read by the engine", () => {
    const tables = [...madeTables(1)];
    expect([...madeTables(1)]).toEqual(tables);
    expect([...madeTables(2)]).not.toEqual(tables);
    const database = new DatabaseSync(":memory:");
    for (const { create, rows } of tables) database.exec([create, ...rows].join(";\n"));
    expect(database.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
    database.close();
    expect(tables.some(({ create }) => create.includes("REFERENCES"))).toBe(true);
  });

  it("leave out names that are taken, and refer to none of them", () => {
    const [first] = [...madeTables(1)];
    const rest = [...madeTables(1, new Set([first?.name ?? ""]))];
    expect(rest).toHaveLength(23);
    expect(rest.some(({ name }) => name === first?.name)).toBe(false);
    expect(rest.some(({ create }) => create.includes(`REFERENCES ${first?.name}(`))).toBe(false);
  });
});
