import { NO_USAGE } from "../model/usage.ts";
import type { RunEvent, RunEventBody } from "../trajectory/run-event.ts";

/** A short trajectory for tests of stores: begun, opened, replied, finished; with letters of several scripts in it. */
export function sampleTrajectory(
  question: string,
  startedAt = new Date("2026-01-02T03:04:05.678Z"),
): RunEvent[] {
  const bodies: readonly RunEventBody[] = [
    {
      type: "run-started",
      task: { question },
      strategy: "react",
      strategyOptions: {},
      policy: "scripted",
      environments: [{ id: "shop", kind: "database" }],
      limits: { steps: 15 },
    },
    {
      type: "workspace-opened",
      workspace: {
        environment: "shop",
        kind: "database",
        version: 1,
        state: { note: "é 漢字 \u{1F3AC} '\"\\" },
      },
    },
    {
      type: "policy-replied",
      command: "model-1",
      reply: { thought: "", actions: [], unanswerable: { reason: "no", words: [] }, usage: NO_USAGE },
    },
    { type: "run-finished", outcome: { type: "unanswerable", reason: "no", words: [] } },
  ];
  return bodies.map((body, index) => ({
    ...body,
    seq: index + 1,
    parentSeq: index === 0 ? null : index,
    role: "run",
    at: new Date(startedAt.getTime() + index).toISOString(),
  }));
}
