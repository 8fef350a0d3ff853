import type { Usage } from "../../model/usage.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";

/** How a report was made, for its foot. */
export interface ReportMade {
  readonly question: string;
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly strategy: string;
  readonly policy: string;
  readonly environments: readonly string[];
  readonly usage: Usage;
}

export function reportMade(events: readonly RunEvent[], runId: string, usage: Usage): ReportMade {
  const started = events.find((event) => event.type === "run-started");
  return {
    question: started?.task.question ?? "",
    runId,
    at: events.at(-1)?.at ?? started?.at ?? "",
    strategy: started?.strategy ?? "",
    policy: started?.policy ?? "",
    environments: started?.environments.map(({ id }) => id) ?? [],
    usage,
  };
}

/** One line: who wrote it, of what, when, and what it took. */
export function footLine({ runId, at, strategy, policy, environments, usage }: ReportMade): string {
  const model = policy.replace(/^llm:/u, "");
  const day = at.slice(0, 16).replace("T", " ");
  return [
    `Written by ${model} (${strategy}) from ${environments.join(", ")}`,
    ...(day === "" ? [] : [`${day} UTC`]),
    [
      `${usage.calls} ${usage.calls === 1 ? "request" : "requests"} to the model`,
      ...tokens(usage.inputTokens, "in"),
      ...tokens(usage.outputTokens, "out"),
    ].join(", "),
    `run ${runId}`,
  ].join(" · ");
}

/** What a provider did not tell is not said. */
function tokens(count: number | undefined, way: "in" | "out"): readonly string[] {
  return count === undefined ? [] : [`${count.toLocaleString("en")} tokens ${way}`];
}
