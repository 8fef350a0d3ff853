export { executionMatch } from "./execution-match.ts";
export { answerHolds } from "./itool/answer-holds.ts";
export { ITOOL_CATEGORIES, type ItoolCategory, type ItoolGold, type ItoolItem } from "./itool/itool-item.ts";
export { type JudgedQuestion, judgeQuestion } from "./itool/judge-question.ts";
export { readItool } from "./itool/read-itool.ts";
export { type ItoolScore, scoreItool } from "./itool/score-itool.ts";
export { type ItoolSummary, summariseItool } from "./itool/summarise-itool.ts";
