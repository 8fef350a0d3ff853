import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { traceTo } from "../../../src/cli/render/trace.ts";
import { trajectorySteps } from "../../../src/evaluation/report/page/trajectory-steps.ts";
import type { RunEvent } from "../../../src/trajectory/run-event.ts";

const EVENT: RunEvent = {
  type: "results-computed",
  command: "k1",
  profiles: [{ name: "Q1", total: 1400, columns: [] }],
  derived: [
    { source: "share(1, 4)", value: 25, percent: true },
    { source: "Q9", problem: "There is no query Q9." },
  ],
  seq: 9,
  parentSeq: 8,
  role: "agent",
  at: "2026-01-01T00:00:00.000Z",
};

describe("what was computed", () => {
  it("is a line of the trace in a terminal", () => {
    const lines: string[] = [];
    const signal = new AbortController().signal;
    const colors = pc.createColors(false);
    const io = { out: () => {}, err: (text: string) => void lines.push(text), env: {}, signal, colors };
    traceTo({ ...io, interactive: true, answers: true, width: 100 })(EVENT);
    expect(lines.join("")).toContain("computed 2 figures, 1 without a value");
  });

  it("is shown in a report's trajectory, source by source", () => {
    const [step] = trajectorySteps([EVENT]);
    expect(step?.text.split("\n").slice(1)).toEqual(["share(1, 4) = 25 %", "Q9: There is no query Q9."]);
  });
});
