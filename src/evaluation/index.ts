/**
 * Scorers and data sets: execution match of SQL results, and Itool, whose queries lack something that only the user knows (docs/itool.md).
 *
 * @packageDocumentation
 */

export { executionMatch, type Rows } from "./execution-match.ts";
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
} from "./itool/itool-item.ts";
export { type JudgedQuestion, judgeQuestion } from "./itool/judge-question.ts";
export { readItool } from "./itool/read-itool.ts";
export { type ItoolScore, scoreItool } from "./itool/score-itool.ts";
export { type ItoolSummary, summariseItool } from "./itool/summarise-itool.ts";
