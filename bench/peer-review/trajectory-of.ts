import { memoryArtifactStore } from "../../src/artifact-store/memory-artifact-store.ts";
import type { ActContext } from "../../src/environment/act-context.ts";
import { DEFAULT_ACT_LIMITS } from "../../src/environment/act-context.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { SubTask } from "../../src/evaluation/judges/sub-task.ts";
import type { LongFormAnswer, ReportQuery } from "../../src/trajectory/long-form-answer.ts";
import type { RunEvent, RunEventBody } from "../../src/trajectory/run-event.ts";

/** A trajectory as data: what was planned, asked and answered, and what a judge should find. */
export interface WrittenTrajectory {
  readonly id: string;
  /** Where a defect was planted; null in sound ones. */
  readonly planted: "plan" | "query" | "reading" | null;
  readonly question: string;
  readonly plan: readonly string[];
  readonly queries: readonly { readonly purpose: string; readonly sql: string }[];
  readonly answer: string;
  /** Sub-tasks on which a defect elsewhere leaves two opinions are absent. */
  readonly expected: Readonly<Partial<Record<SubTask, "perfect" | "imperfect">>>;
}

/** The run that it stands for, with the results that the database really gives. */
export async function trajectoryOf(
  { question, plan, queries, answer }: WrittenTrajectory,
  environment: Environment,
  signal: AbortSignal,
): Promise<readonly RunEvent[]> {
  const act: ActContext = {
    principal: { id: "bench" },
    signal,
    limits: DEFAULT_ACT_LIMITS,
    artifacts: memoryArtifactStore(),
  };
  const workspace = await environment.openWorkspace({ question }, act);
  const asked: ReportQuery[] = [];
  for (const [at, { purpose, sql }] of queries.entries()) {
    const concluded = await environment.conclude(workspace, { text: sql }, act);
    if (concluded.failure !== undefined) {
      console.error(`A query of "${question}" is refused: ${concluded.failure.message}`);
      process.exit(1);
    }
    const { columns = [], rows = [], total = 0 } = concluded.answer.rows ?? {};
    const name = `Q${at + 1}`;
    const made = { outcome: "rows" as const, evidence: concluded.evidence, columns, rows, total };
    asked.push({ name, purpose, environment: environment.id, sql, ...made });
  }
  const report: LongFormAnswer = {
    ...{ title: question, summary: [answer], findings: [], notFound: [], charts: [] },
    queries: asked,
    plan,
  };
  return numbered([
    {
      type: "run-started",
      task: { question },
      strategy: "sequential",
      strategyOptions: {},
      policy: "written",
      environments: [{ id: environment.id, kind: environment.kind }],
      limits: { steps: 15 },
    },
    {
      type: "run-finished",
      outcome: { type: "answered", answer: { text: answer }, evidence: [], assumptions: [], report },
    },
  ]);
}

function numbered(bodies: readonly RunEventBody[]): readonly RunEvent[] {
  return bodies.map((body, at) => ({
    ...body,
    seq: at + 1,
    parentSeq: at === 0 ? null : at,
    role: "run",
    at: new Date(0).toISOString(),
  }));
}
