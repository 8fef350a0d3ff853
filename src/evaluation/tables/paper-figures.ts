/** Figures of the papers as printed: a row of each begins with what it is called. */

export type PaperRow = readonly [label: string, ...cells: readonly (number | string | null)[]];

/** Middleware for LLMs (Gu et al., 2024), Table 1: EX and VA in % of the questions that do not need content (1,038), that do (496), and all (1,534). */
export const MIDDLEWARE_1: readonly PaperRow[] = [
  ["With oracle knowledge: API docs prompt: GPT-3.5-turbo", 38.1, 78.4, 32.1, 74.6, 36.1, 77.2],
  ["With oracle knowledge: API docs prompt: GPT-4", 49.5, 95.5, 41.7, 89.9, 46.9, 93.7],
  ["Without oracle knowledge: API docs prompt: GPT-3.5-turbo", 30.9, 82.9, 10.9, 80.0, 24.4, 82.0],
  ["Without oracle knowledge: API docs prompt: GPT-4", 38.2, 91.6, 13.8, 93.1, 30.4, 92.1],
  ["Without oracle knowledge: StructGPT: GPT-3.5-turbo", 36.2, 86.5, 8.7, 80.8, 27.3, 84.7],
  ["Without oracle knowledge: StructGPT: GPT-4", 40.7, 93.4, 13.5, 91.1, 31.8, 92.6],
  ["Without oracle knowledge: Middleware, error feedback: GPT-3.5-turbo", 38.8, 95.7, 19.8, 94.7, 32.7, 95.4],
  ["Without oracle knowledge: Middleware, error feedback: GPT-4", 45.1, 98.8, 38.3, 97.2, 42.9, 98.3],
];

/** Table 2: F1 and VA in % of the counting questions, the superlatives, those without either, and all 500. */
export const MIDDLEWARE_2: readonly PaperRow[] = [
  ["Pangu, GPT-3.5-turbo", 10.1, 100.0, 9.0, 100.0, 23.4, 100.0, 18.1, 100.0],
  ["Pangu, GPT-4", 12.3, 100.0, 14.2, 100.0, 35.6, 100.0, 27.1, 100.0],
  ["KB-Binder, GPT-3.5-turbo (20-shot)", 0.0, 33.7, 0.2, 19.4, 6.7, 37.0, 4.2, 32.8],
  ["KB-Binder, GPT-4 (20-shot)", 7.9, 48.3, 0.4, 28.2, 6.0, 45.8, 5.2, 42.6],
  ["StructGPT, GPT-3.5-turbo", 4.5, 50.6, 3.9, 51.5, 11.4, 57.1, 8.6, 54.8],
  ["StructGPT, GPT-4", 2.2, 37.1, 3.9, 30.1, 11.7, 26.3, 8.4, 29.0],
  ["Middleware, error feedback, GPT-3.5-turbo", 33.7, 70.7, 22.0, 64.1, 23.9, 56.8, 25.3, 60.8],
  ["Middleware, error feedback, GPT-4", 70.7, 96.6, 39.9, 74.5, 55.8, 74.0, 55.1, 78.0],
  ["Middleware, decoupled generation, GPT-3.5-turbo", 48.9, 97.7, 29.5, 88.0, 32.1, 77.3, 34.3, 83.0],
  ["Middleware, decoupled generation, GPT-4", 74.1, 98.9, 42.6, 85.1, 61.0, 83.6, 59.3, 85.8],
];

/** Table D.2: average input tokens, seconds and rounds, perceivable rows, EX in % of 100 questions. */
export const MIDDLEWARE_D2_DATABASE: readonly PaperRow[] = [
  ["Middleware, error feedback", 14257.2, 15.4, 7.1, "∞", 39.0],
  ["API docs prompt", 1296.8, 2.5, 1.0, "0", 12.0],
  ["API docs prompt, 10 rows", 4635.5, 2.9, 1.0, "10", 22.0],
  ["API docs prompt, 20 rows", 8459.4, 2.9, 1.0, "20", 9.0],
];

/** The same with perceivable triples and F1 in %. */
export const MIDDLEWARE_D2_GRAPH: readonly PaperRow[] = [
  ["Middleware, error feedback", 25140.7, 22.1, 9.8, "∞", 55.1],
  ["Middleware, decoupled generation", 23331.8, 20.9, 9.3, "∞", 59.3],
  ["Pangu-Chat", 4675.7, 67.3, 4.5, "∞", 27.1],
  ["Direct prompt, 200 triples", 7654.5, 3.1, 1.0, "200", 0.8],
];

/** Table D.3: EX in % of 50 questions with gpt-3.5-turbo-0613 and gpt-4-0613. */
export const MIDDLEWARE_D3: readonly PaperRow[] = [
  ["All tools", 14.0, 38.0],
  ["Without find_columns_containing_value", 14.0, 38.0],
  ["Without find_columns_containing_value_fuzzy", 12.0, 34.0],
  ["Without get_distinct_values", 10.0, 32.0],
  ["Without is_value_in_column", 14.0, 36.0],
  ["Without all four", 8.0, 22.0],
];

/** Table D.4: EX in % of 100 questions with the same models. */
export const MIDDLEWARE_D4: readonly PaperRow[] = [
  ["Middleware (0-shot)", 16.0, 39.0],
  ["API docs prompt (0-shot)", 6.0, 12.0],
  ["DIN-SQL (6-shot)", null, 22.0],
  ["DAIL-SQL (7-shot)", 8.0, 11.0],
];

/** Query when need (Shi and Chan), Table 4.2: queries with solutions of 0 to 4 steps, and the average. */
export const QWN_4_2: readonly PaperRow[] = [
  ["Unclear or missing information", 0, 47, 17, 6, null, 2.41],
  ["Problematic searching items", 0, 22, 8, 0, null, 2.27],
  ["Instruction that cannot be supported", 25, null, null, null, null, null],
  ["Instructions with different meanings", 0, 11, 1, 1, null, 2.23],
  ["Total", 25, 80, 26, 7, 0, 2.35],
];

/** Table 6.1: success by case. */
export const QWN_6_1: readonly PaperRow[] = [
  ["RestGPT", 0.66, 0, 0.5, 0, 0],
  ["QwN-augmented RestGPT", 0.76, 0.61, 0.93, 0.31, "-"],
];

/** Table 6.2: relevant and irrelevant questions by case, relevant and irrelevant ones of all cases, and all. */
export const QWN_6_2: readonly PaperRow[] = [
  ["Planner", 39, 6, 11, 2, 1, 0, null, null, 59],
  ["Caller", 16, 9, 6, 1, 2, 2, null, null, 35],
  ["Total", 55, 15, 17, 3, 3, 2, 75, 20, 95],
];

/** Database question answering (Nan et al., 2023), Table 2: for conclusive and then for interpretive questions match (a share; a grade of 1 to 5), plan length, generated queries, valid ones, answer length. */
export const DBQA_2: readonly PaperRow[] = [
  ["GPT-4, sequential", 0.3, 2.34, 437, 474, 2.96, 3.28, 2.72, 2.94, 197, 221],
  ["GPT-4, iterative", 0.24, 2.21, 83, 101, 0.99, 1.18, 0.79, 0.8, 157, 199],
  ["GPT-3.5-turbo, sequential", 0.28, 2.04, 297, 321, 2.23, 2.63, 1.84, 2.3, 202, 193],
  ["GPT-3.5-turbo, iterative", 0.15, 1.49, 223, 252, 1.06, 1.1, 0.89, 0.81, 94, 90],
  ["Llama-2-7b, sequential", 0.21, 1.95, 364, 347, 2.88, 2.58, 1.29, 1.04, 285, 283],
  ["Llama-2-7b, iterative", 0.23, 1.88, 63, 92, 0.65, 1.03, 0.13, 0.14, 252, 292],
  ["Llama-2-13b, sequential", 0.06, 1.41, 398, 401, 3.05, 1.83, 1.32, 0.86, 336, 339],
  ["Llama-2-13b, iterative", 0.18, 1.72, 16, 16, 0.2, 0.28, 0.01, 0.01, 310, 359],
  ["Code-llama-7b, sequential", 0.13, 1.6, 368, 390, 3.25, 3.67, 1.59, 1.89, 306, 325],
  ["Code-llama-7b, iterative", 0.11, 1.57, 0, 0, 0, 0, 0, 0, 234, 240],
  ["Code-llama-13b, sequential", 0.17, 1.62, 389, 396, 4.34, 5.36, 1.95, 2.78, 292, 314],
  ["Code-llama-13b, iterative", 0.15, 1.51, 115, 110, 0.66, 1.59, 0.26, 0.7, 243, 245],
  ["Code-llama-34b, sequential", 0.19, 1.93, 359, 377, 2.79, 3.31, 1.39, 1.72, 314, 352],
  ["Code-llama-34b, iterative", 0.13, 1.85, 39, 47, 0.4, 0.33, 0.28, 0.18, 248, 294],
  ["Mistral-7b, sequential", 0.16, 1.71, 384, 379, 1.01, 0.91, 0.57, 0.37, 231, 282],
  ["Mistral-7b, iterative", 0.19, 1.71, 0, 0, 0, 0, 0, 0, 207, 267],
];

/** Table 3: match of conclusive and grade of interpretive questions, of 161 questions. */
export const DBQA_3: readonly PaperRow[] = [
  ["GPT-4, none", 0.19, 2.37],
  ["GPT-4, sequential", 0.27, 2.4],
  ["GPT-3.5-turbo, none", 0.24, 2.12],
  ["GPT-3.5-turbo, sequential", 0.3, 2.13],
];

/** Table 4: shares of perfect verdicts and of unanimity among reviewers, then among meta-reviewers. */
export const DBQA_4: readonly PaperRow[] = [
  ["GPT-4, interaction planning", 0.48, 0.54, 0.28, 0.88],
  ["GPT-4, tool employment", 0.41, 0.69, 0.28, 0.93],
  ["GPT-4, information synthesis", 0.61, 0.72, 0.53, 0.93],
  ["GPT-3.5-turbo, interaction planning", 0.14, 0.8, 0.09, 0.96],
  ["GPT-3.5-turbo, tool employment", 0.18, 0.82, 0.13, 1.0],
  ["GPT-3.5-turbo, information synthesis", 0.26, 0.79, 0.22, 0.95],
  ["Llama-2-7b, interaction planning", 0.02, 0.97, 0.01, 0.99],
  ["Llama-2-7b, tool employment", 0.01, 0.99, 0.01, 1.0],
  ["Llama-2-7b, information synthesis", 0.01, 0.99, 0.0, 1.0],
  ["Llama-2-13b, interaction planning", 0.03, 0.96, 0.02, 0.98],
  ["Llama-2-13b, tool employment", 0.01, 0.98, 0.01, 0.99],
  ["Llama-2-13b, information synthesis", 0.01, 0.99, 0.01, 0.99],
  ["Code-llama-7b, interaction planning", 0.02, 0.93, 0.01, 0.99],
  ["Code-llama-7b, tool employment", 0.01, 0.98, 0.01, 0.99],
  ["Code-llama-7b, information synthesis", 0.02, 0.98, 0.01, 1.0],
  ["Code-llama-13b, interaction planning", 0.01, 0.96, 0.01, 1.0],
  ["Code-llama-13b, tool employment", 0.02, 0.98, 0.02, 1.0],
  ["Code-llama-13b, information synthesis", 0.02, 0.97, 0.02, 1.0],
  ["Code-llama-34b, interaction planning", 0.04, 0.9, 0.01, 0.98],
  ["Code-llama-34b, tool employment", 0.02, 0.97, 0.01, 0.99],
  ["Code-llama-34b, information synthesis", 0.04, 0.96, 0.04, 0.99],
  ["Mistral-7b, interaction planning", 0.03, 0.96, 0.01, 0.99],
  ["Mistral-7b, tool employment", 0.01, 0.98, 0.0, 1.0],
  ["Mistral-7b, information synthesis", 0.05, 0.94, 0.03, 0.98],
];
