/** Figures of "On Evaluating the Integration of Reasoning and Action in LLM Agents with Database Question Answering" (Nan et al., 2023), as printed. */

/** Model, interaction; each for conclusive and then for interpretive questions: match score (share; grade of 1 to 5), plan length, generated SQL queries, valid ones, answer length. */
export const DBQA_2 = [
  ["GPT-4", "sequential", [0.3, 2.34, 437, 474, 2.96, 3.28, 2.72, 2.94, 197, 221]],
  ["GPT-4", "iterative", [0.24, 2.21, 83, 101, 0.99, 1.18, 0.79, 0.8, 157, 199]],
  ["GPT-3.5-turbo", "sequential", [0.28, 2.04, 297, 321, 2.23, 2.63, 1.84, 2.3, 202, 193]],
  ["GPT-3.5-turbo", "iterative", [0.15, 1.49, 223, 252, 1.06, 1.1, 0.89, 0.81, 94, 90]],
  ["Llama-2-7b", "sequential", [0.21, 1.95, 364, 347, 2.88, 2.58, 1.29, 1.04, 285, 283]],
  ["Llama-2-7b", "iterative", [0.23, 1.88, 63, 92, 0.65, 1.03, 0.13, 0.14, 252, 292]],
  ["Llama-2-13b", "sequential", [0.06, 1.41, 398, 401, 3.05, 1.83, 1.32, 0.86, 336, 339]],
  ["Llama-2-13b", "iterative", [0.18, 1.72, 16, 16, 0.2, 0.28, 0.01, 0.01, 310, 359]],
  ["Code-llama-7b", "sequential", [0.13, 1.6, 368, 390, 3.25, 3.67, 1.59, 1.89, 306, 325]],
  ["Code-llama-7b", "iterative", [0.11, 1.57, 0, 0, 0, 0, 0, 0, 234, 240]],
  ["Code-llama-13b", "sequential", [0.17, 1.62, 389, 396, 4.34, 5.36, 1.95, 2.78, 292, 314]],
  ["Code-llama-13b", "iterative", [0.15, 1.51, 115, 110, 0.66, 1.59, 0.26, 0.7, 243, 245]],
  ["Code-llama-34b", "sequential", [0.19, 1.93, 359, 377, 2.79, 3.31, 1.39, 1.72, 314, 352]],
  ["Code-llama-34b", "iterative", [0.13, 1.85, 39, 47, 0.4, 0.33, 0.28, 0.18, 248, 294]],
  ["Mistral-7b", "sequential", [0.16, 1.71, 384, 379, 1.01, 0.91, 0.57, 0.37, 231, 282]],
  ["Mistral-7b", "iterative", [0.19, 1.71, 0, 0, 0, 0, 0, 0, 207, 267]],
] as const;

/** Model, interaction; match rate of conclusive and grade of interpretive questions, of 161 questions. */
export const DBQA_3 = [
  ["GPT-4", "none", 0.19, 2.37],
  ["GPT-4", "sequential", 0.27, 2.4],
  ["GPT-3.5-turbo", "none", 0.24, 2.12],
  ["GPT-3.5-turbo", "sequential", 0.3, 2.13],
] as const;

/** Model, sub-task; share of perfect verdicts and of unanimity among reviewers, then among meta-reviewers. */
export const DBQA_4 = [
  ["GPT-4", "interaction planning", 0.48, 0.54, 0.28, 0.88],
  ["GPT-4", "tool employment", 0.41, 0.69, 0.28, 0.93],
  ["GPT-4", "information synthesis", 0.61, 0.72, 0.53, 0.93],
  ["GPT-3.5-turbo", "interaction planning", 0.14, 0.8, 0.09, 0.96],
  ["GPT-3.5-turbo", "tool employment", 0.18, 0.82, 0.13, 1.0],
  ["GPT-3.5-turbo", "information synthesis", 0.26, 0.79, 0.22, 0.95],
  ["Llama-2-7b", "interaction planning", 0.02, 0.97, 0.01, 0.99],
  ["Llama-2-7b", "tool employment", 0.01, 0.99, 0.01, 1.0],
  ["Llama-2-7b", "information synthesis", 0.01, 0.99, 0.0, 1.0],
  ["Llama-2-13b", "interaction planning", 0.03, 0.96, 0.02, 0.98],
  ["Llama-2-13b", "tool employment", 0.01, 0.98, 0.01, 0.99],
  ["Llama-2-13b", "information synthesis", 0.01, 0.99, 0.01, 0.99],
  ["Code-llama-7b", "interaction planning", 0.02, 0.93, 0.01, 0.99],
  ["Code-llama-7b", "tool employment", 0.01, 0.98, 0.01, 0.99],
  ["Code-llama-7b", "information synthesis", 0.02, 0.98, 0.01, 1.0],
  ["Code-llama-13b", "interaction planning", 0.01, 0.96, 0.01, 1.0],
  ["Code-llama-13b", "tool employment", 0.02, 0.98, 0.02, 1.0],
  ["Code-llama-13b", "information synthesis", 0.02, 0.97, 0.02, 1.0],
  ["Code-llama-34b", "interaction planning", 0.04, 0.9, 0.01, 0.98],
  ["Code-llama-34b", "tool employment", 0.02, 0.97, 0.01, 0.99],
  ["Code-llama-34b", "information synthesis", 0.04, 0.96, 0.04, 0.99],
  ["Mistral-7b", "interaction planning", 0.03, 0.96, 0.01, 0.99],
  ["Mistral-7b", "tool employment", 0.01, 0.98, 0.0, 1.0],
  ["Mistral-7b", "information synthesis", 0.05, 0.94, 0.03, 0.98],
] as const;
