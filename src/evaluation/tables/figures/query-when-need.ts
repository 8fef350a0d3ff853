/** Figures of "Query when need", the report that introduces Itool and QwN, as printed. */

/** Case; number of queries. */
export const QWN_4_1 = [
  ["Unclear instruction and instruction with missing information", 70],
  ["Instruction with problematic searching items", 30],
  ["Instruction that cannot be supported", 25],
  ["Instruction with different meanings", 13],
  ["Total", 138],
] as const;

/** Case; queries with solutions of 0 to 4 steps, average. */
export const QWN_4_2 = [
  ["Unclear or missing information", [0, 47, 17, 6, null], 2.41],
  ["Problematic searching items", [0, 22, 8, 0, null], 2.27],
  ["Instruction that cannot be supported", [25, null, null, null, null], null],
  ["Instructions with different meanings", [0, 11, 1, 1, null], 2.23],
  ["Total", [25, 80, 26, 7, 0], 2.35],
] as const;

/** Case as printed; success of RestGPT and of QwN-augmented RestGPT, each with the number of cases where it is printed. */
export const QWN_6_1 = [
  ["Complete instruction", { value: 0.66, digits: 2, n: 50 }, { value: 0.76, digits: 2, n: 50 }],
  ["Unclear or missing information", { value: 0, digits: 0, n: 70 }, { value: 0.61, digits: 2, n: 70 }],
  ["Problematic searching items", { value: 0.5, digits: 1, n: 30 }, { value: 0.93, digits: 2, n: 30 }],
  ["Instruction that cannot be supported", { value: 0, digits: 0, n: 13 }, { value: 0.31, digits: 2, n: 13 }],
  ["Instruction with different meanings", { value: 0, digits: 0 }, null],
] as const;

/** Case, whether the questions were relevant; questions that the planner raised, the caller, and both. */
export const QWN_6_2 = [
  ["Unclear or missing information", "relevant", [39, 16, 55]],
  ["Unclear or missing information", "irrelevant", [6, 9, 15]],
  ["Problematic searching items", "relevant", [11, 6, 17]],
  ["Problematic searching items", "irrelevant", [2, 1, 3]],
  ["Instructions with different meanings", "relevant", [1, 2, 3]],
  ["Instructions with different meanings", "irrelevant", [0, 2, 2]],
] as const;

export const QWN_6_2_TOTAL = [59, 35, 95] as const;

/** Relevant and irrelevant questions, with their shares. */
export const QWN_6_2_SHARES = { relevant: [75, 0.789], irrelevant: [20, 0.211] } as const;
