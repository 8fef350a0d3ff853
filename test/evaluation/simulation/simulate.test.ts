import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { memoryArtifactStore } from "../../../src/artifact-store/memory-artifact-store.ts";
import { type SimulateOptions, simulate } from "../../../src/evaluation/simulation/simulate.ts";
import { simulationMarkdown } from "../../../src/evaluation/simulation/simulation-markdown.ts";
import { simulationPage } from "../../../src/evaluation/simulation/simulation-page.ts";
import { simulationPlots } from "../../../src/evaluation/simulation/simulation-plots.ts";
import {
  SIMULATION_LABEL,
  type SimulationReport,
  type SimulationRow,
} from "../../../src/evaluation/simulation/simulation-row.ts";
import { simulationSvg } from "../../../src/evaluation/simulation/simulation-svg.ts";
import { simulationText } from "../../../src/evaluation/simulation/simulation-text.ts";
import { memoryTrajectoryStore } from "../../../src/trajectory-store/memory-trajectory-store.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { openThings, thingsSet, writeThings } from "../../support/things-set.ts";

const file = join(temporaryFolder(), "things.sqlite");

/** Questions on a table, each with its gold query. */
function things(count: number) {
  writeThings(file, count);
  const set = thingsSet(file, count);
  const sql = (at: number) => `SELECT t.amount FROM thing AS t WHERE t.name = 'thing ${at + 1}'`;
  return { ...set, tasks: set.tasks.map((task, at) => ({ ...task, oracle: { sql: sql(at) } })) };
}

const study = (options: Partial<SimulateOptions> = {}): Promise<SimulationReport> =>
  simulate({
    sets: [{ name: "things", set: things(6), measure: "ex" }],
    openPlace: openThings,
    countTokens: (text) => Math.ceil(text.length / 4),
    stores: () => ({ trajectories: memoryTrajectoryStore(), artifacts: memoryArtifactStore() }),
    seed: 1,
    rates: [0, 0.5],
    classes: ["wrong name", "wrong value"],
    signal: new AbortController().signal,
    ...options,
  });

const successOf = ({ rows }: SimulationReport, arm: string, fault: string): number | undefined =>
  rows.find((row) => row.arm === arm && row.fault === fault)?.success;

/** A study of two arms that nobody ran, for drawings. */
function drawn(
  rates: Readonly<Partial<Record<SimulationRow["fault"], readonly number[]>>>,
): SimulationReport {
  const counts = { questions: 10, inputTokens: 1, rounds: 1, faults: 1, repaired: 0, unscored: 0 };
  const told = { measure: "ex", success: 0.7, successLow: 0.6, successHigh: 0.8 };
  const row = { set: "things", ...told, ...counts, suggestions: 0, rightSuggestions: 0 };
  const faults = ["none", "wrong name", "wrong value"] as const;
  const rows = faults.flatMap((fault) =>
    (rates[fault] ?? []).flatMap((rate) => ["without", "with"].map((arm) => ({ ...row, arm, fault, rate }))),
  );
  return { label: SIMULATION_LABEL, seed: 1, steps: 40, format: "text", notes: [], rows };
}

describe("the simulation study", () => {
  it("answers everything undamaged, and with feedback more of what is damaged than without", async () => {
    const report = await study();
    for (const arm of ["react, no feedback", "react, error feedback", "decoupled"])
      expect(successOf(report, arm, "none")).toBe(1);
    const without = successOf(report, "react, no feedback", "wrong name") ?? 1;
    const withIt = successOf(report, "react, error feedback", "wrong name") ?? 0;
    expect(without).toBeLessThan(1);
    expect(withIt).toBeGreaterThan(without);
  });

  it("is the same to the digit for the same seed, whatever is done beside each other, and another for another seed", async () => {
    const one = await study({ concurrency: 1 });
    expect(await study({ concurrency: 4 })).toEqual(one);
    const faults = ({ rows }: SimulationReport) => rows.map((row) => row.faults);
    const others = await Promise.all([2, 3, 4].map((seed) => study({ seed })));
    expect(others.some((other) => faults(other).join() !== faults(one).join())).toBe(true);
  });

  it("counts rounds, tokens, faults and right first suggestions of each cell", async () => {
    const { rows } = await study();
    const plain = rows.find((row) => row.arm === "react, error feedback" && row.fault === "none");
    const damaged = rows.find((row) => row.arm === "react, error feedback" && row.fault === "wrong name");
    // FROM, WHERE, SELECT and the answer.
    expect(plain).toMatchObject({ rounds: 4, faults: 0, suggestions: 0, questions: 6, unscored: 0 });
    expect(plain?.inputTokens).toBeGreaterThan(1000);
    expect(damaged?.rounds).toBeGreaterThan(4);
    expect(damaged?.inputTokens).toBeGreaterThan(plain?.inputTokens ?? 0);
    expect(damaged?.faults).toBeGreaterThan(0);
    expect(damaged?.rightSuggestions).toBeGreaterThan(0);
    expect(damaged?.rightSuggestions).toBeLessThanOrEqual(damaged?.suggestions ?? 0);
    const silent = rows.filter(({ arm }) => arm === "react, no feedback");
    expect(silent.every(({ suggestions }) => suggestions === 0)).toBe(true);
  });

  it("says in every form that no language model was asked", async () => {
    const report = await study({ classes: ["wrong name"] });
    expect(report.label).toBe(SIMULATION_LABEL);
    expect(simulationText(report)).toMatch(new RegExp(`^${SIMULATION_LABEL}`, "u"));
    expect(simulationMarkdown(report)).toMatch(new RegExp(`^## ${SIMULATION_LABEL}`, "u"));
    expect(JSON.parse(JSON.stringify(report))).toMatchObject({ label: SIMULATION_LABEL });
    const page = simulationPage(report);
    expect(page).toContain(`<title>${SIMULATION_LABEL}`);
    expect(page).toContain(`<h1 dir="auto">${SIMULATION_LABEL}`);
    expect(simulationSvg(report)).toContain(`<title>${SIMULATION_LABEL}`);
    // A plot may be cut out of its page.
    for (const { title, svg } of simulationPlots(report)) {
      expect(title).toContain("Simulation");
      expect(svg).toContain(">Simulated success (ex)<");
    }
  });

  it("draws success with its intervals by class, and over the rate where there are several", () => {
    const one = simulationPlots(drawn({ none: [0], "wrong name": [0.5], "wrong value": [0.5] }));
    expect(one.map(({ title }) => title)).toEqual(["Simulation: things at a rate of 0.5"]);
    // No faults and two classes, each under two arms.
    expect(one[0]?.svg.match(/class="whisker/gu)).toHaveLength(6);
    const several = simulationPlots(drawn({ none: [0], "wrong name": [0.2, 0.5] }));
    expect(several.map(({ title }) => title)).toEqual([
      "Simulation: things at a rate of 0.2",
      "Simulation: things at a rate of 0.5",
      "Simulation: things, wrong name",
    ]);
    expect(several[2]?.svg).toContain("with: 70.0 % at 0.0 %, 70.0 % at 20.0 %, 70.0 % at 50.0 %");
  });

  it("is not certain where all questions come to the same, and has no interval of a single one", async () => {
    const { rows } = await study({ classes: [] });
    expect(rows[0]?.success).toBe(1);
    expect(rows[0]?.successLow).toBeCloseTo(0.61, 2);
    const alone = await study({ classes: [], sample: 1 });
    expect(alone.rows[0]).not.toHaveProperty("successLow");
    expect(simulationText(alone)).toMatch(/100\.0 % +1 /u);
  });

  it("tells of gold that cannot be taken apart, and leaves it out", async () => {
    const set = things(2);
    const [first, second] = set.tasks;
    const tasks = [first, { ...second, oracle: { sql: "this is no query" } }] as typeof set.tasks;
    const report = await study({ sets: [{ name: "things", set: { ...set, tasks }, measure: "ex" }] });
    expect(report.notes).toEqual([
      "things: left out for gold that the tools cannot express, 1 of 2 questions.",
    ]);
    expect(report.rows.every(({ questions }) => questions === 1)).toBe(true);
  });

  it("refuses rates that are no shares, and sets without gold that can be damaged", async () => {
    await expect(study({ rates: [1.5] })).rejects.toMatchObject({ code: "usage" });
    const set = thingsSet(file, 2);
    await expect(study({ sets: [{ name: "things", set, measure: "ex" }] })).rejects.toMatchObject({
      code: "usage",
      hint: expect.stringContaining("gold queries"),
    });
  });

  it("ends as cancelled when it is cancelled", async () => {
    const stop = new AbortController();
    const running = study({ signal: stop.signal, onProgress: () => stop.abort() });
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
  });
});
