/**
 * Benchmarks, the runner, scores and reports (docs/evaluation.md).
 *
 * @packageDocumentation
 */

export type {
  Answered,
  Benchmark,
  BenchmarkSet,
  BenchmarkTask,
  IntendedReading,
  Judged,
  LoadOptions,
  Measure,
  OpenedPlace,
  OpenPlace,
  Place,
  ScoreContext,
  Scored,
  Scores,
} from "./benchmark/benchmark.ts";
export { birdBenchmark } from "./benchmarks/bird/bird-benchmark.ts";
export { kbqaAgentBenchmark } from "./benchmarks/kbqa-agent/kbqa-agent-benchmark.ts";
export { metaqaBenchmark } from "./benchmarks/metaqa/metaqa-benchmark.ts";
export { pathquestionBenchmark } from "./benchmarks/pathquestion/pathquestion-benchmark.ts";
export { restbenchBenchmark } from "./benchmarks/restbench/restbench-benchmark.ts";
export { spiderBenchmark } from "./benchmarks/spider/spider-benchmark.ts";
export type { JudgeOptions } from "./judges/judge.ts";
export {
  type LlmReferenceJudgeOptions,
  llmReferenceJudge,
  QUESTION_TYPES,
  type QuestionType,
  type ReferenceCase,
  type ReferenceJudge,
  type ReferenceVerdict,
} from "./judges/judge.ts";
export { type SimulatedAskerOptions, simulatedAsker } from "./questions/asking.ts";
export { type BuildReportOptions, buildReport } from "./report/build-report.ts";
export { type CompareRunsOptions, compareRuns, type RunRecords } from "./report/compare-runs.ts";
export { type ReportPageOptions, reportPage } from "./report/page/report-page.ts";
export type {
  AgainstPoint,
  Average,
  Compared,
  ComparedPair,
  Comparison,
  ConfigurationReport,
  Counts,
  Estimate,
  GroupReport,
  Report,
} from "./report/report.ts";
export { EFFICIENCY, type EfficiencyName } from "./report/report.ts";
export { comparisonMarkdown, reportMarkdown } from "./report/report-markdown.ts";
export type {
  Configuration,
  Decide,
  DecideContext,
  Decider,
  Decision,
  ItemRecord,
  Manifest,
} from "./run/configuration.ts";
export {
  type EvaluationEnd,
  type EvaluationResult,
  type RunEvaluationOptions,
  runEvaluation,
} from "./run/run-evaluation.ts";
export { type ManifestParts, manifestOf } from "./run/run-plan.ts";
export type { EvaluationProgress } from "./run/work-through.ts";
export type { Rows } from "./scores/sql/execution-match.ts";
export { bagMatch, executionMatch, softF1, strictMatch } from "./scores/sql/execution-match.ts";
export { efficiencyReward, type Timing, timeRatio } from "./scores/sql/score-sql.ts";
export type { Interval, PairedDifference } from "./statistics/interval.ts";
