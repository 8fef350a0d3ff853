/**
 * Benchmarks, the runner, scores and reports (docs/evaluation.md), and Itool, whose queries lack something that only the user knows (docs/itool.md).
 *
 * @packageDocumentation
 */

export type {
  Answered,
  Benchmark,
  BenchmarkSet,
  BenchmarkTask,
  IntendedMark,
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
export { answerHolds } from "./itool/answer-holds.ts";
export { type BuildEntry, buildEntry } from "./itool/build/build-entry.ts";
export { type BuildItoolOptions, buildItool } from "./itool/build/build-itool.ts";
export { ITOOL_KINDS, type ItoolKind } from "./itool/build/builder-stage.ts";
export { type CallOperation, followSolution, itoolGold } from "./itool/follow-solution.ts";
export {
  ITOOL_CATEGORIES,
  type ItoolCategory,
  type ItoolGold,
  type ItoolItem,
  itoolItem,
  readItool,
} from "./itool/itool-item.ts";
export { type JudgedQuestion, judgeQuestion } from "./itool/judge-question.ts";
export { type ItoolScore, type ItoolSummary, scoreItool, summariseItool } from "./itool/score-itool.ts";
export type { JudgedText, JudgeOptions } from "./judges/ask-verdict.ts";
export type { JudgedStep } from "./judges/judged-material.ts";
export { type JudgedMaterial, type JudgedMaterialOptions, judgedMaterial } from "./judges/judged-material.ts";
export { type LlmReferenceJudgeOptions, llmReferenceJudge } from "./judges/llm-reference-judge.ts";
export {
  QUESTION_TYPES,
  type QuestionType,
  type ReferenceCase,
  type ReferenceJudge,
  type ReferenceVerdict,
} from "./judges/reference-judge.ts";
export type { SubTaskDecision } from "./judges/review-run.ts";
export {
  type ReviewedRun,
  type ReviewedSubTask,
  type ReviewRunOptions,
  reviewRun,
} from "./judges/review-run.ts";
export type { Review, ReviewVerdict } from "./judges/review-verdict.ts";
export { SUB_TASKS, type SubTask } from "./judges/sub-task.ts";
export { type BuildReportOptions, buildReport } from "./report/build-report.ts";
export { type CompareRunsOptions, compareRuns, type RunRecords } from "./report/compare-runs.ts";
export type { Compared, ComparedPair, Comparison } from "./report/comparison.ts";
export { EFFICIENCY, type EfficiencyName } from "./report/efficiency.ts";
export { comparisonMarkdown, reportMarkdown } from "./report/markdown/report-markdown.ts";
export { type ReportFile, type ReportPageOptions, reportPage } from "./report/page/report-page.ts";
export type {
  AgainstPoint,
  Average,
  ConfigurationReport,
  Counts,
  Estimate,
  GroupReport,
  Report,
} from "./report/report.ts";
export type {
  Configuration,
  Decide,
  DecideContext,
  Decider,
  Decision,
  ItemRecord,
  Manifest,
} from "./run/configuration.ts";
export { type ManifestParts, manifestOf, type SeenFirst } from "./run/manifest-of.ts";
export type { EvaluationProgress } from "./run/run-evaluation.ts";
export {
  type EvaluationEnd,
  type EvaluationResult,
  type RunEvaluationOptions,
  runEvaluation,
} from "./run/run-evaluation.ts";
export type { Classify, WithPlace } from "./run/run-item.ts";
export { type SimulatedAskerOptions, simulatedAsker } from "./run/simulated-asker.ts";
export type { Rows } from "./scores/sql/execution-match.ts";
export { bagMatch, executionMatch, softF1, strictMatch } from "./scores/sql/execution-match.ts";
export { efficiencyReward, type Timing, timeRatio } from "./scores/sql/sql-measures.ts";
export type { Interval, PairedDifference } from "./statistics/interval.ts";
