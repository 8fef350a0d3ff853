/**
 * Benchmarks, the runner and reports, for what `fuxi eval` does not do (docs/evaluation.md).
 *
 * @packageDocumentation
 */

export type { Benchmark } from "./benchmark/benchmark.ts";
export { birdBenchmark } from "./benchmarks/bird/bird-benchmark.ts";
export { kbqaAgentBenchmark } from "./benchmarks/kbqa-agent/kbqa-agent-benchmark.ts";
export { metaqaBenchmark } from "./benchmarks/metaqa/metaqa-benchmark.ts";
export { pathquestionBenchmark } from "./benchmarks/pathquestion/pathquestion-benchmark.ts";
export { restbenchBenchmark } from "./benchmarks/restbench/restbench-benchmark.ts";
export { spiderBenchmark } from "./benchmarks/spider/spider-benchmark.ts";
export { buildReport } from "./report/build-report.ts";
export { compareRuns } from "./report/compare-runs.ts";
export { reportPage } from "./report/page/report-page.ts";
export type { Report } from "./report/report.ts";
export { reportMarkdown } from "./report/report-markdown.ts";
export { runEvaluation } from "./run/run-evaluation.ts";
export { manifestOf } from "./run/run-plan.ts";
export { executionMatch } from "./scores/sql/execution-match.ts";
