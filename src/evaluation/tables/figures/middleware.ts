/** Figures of "Middleware for LLMs: Tools Are Instrumental for Language Agents in Complex Environments" (Gu et al., 2024), as printed. */

/** Setting, method, model; EX and VA in % of the questions that do not need content (1,038), that do (496), and all (1,534). */
export const MIDDLEWARE_1 = [
  ["With oracle knowledge", "API docs prompt", "GPT-3.5-turbo", [38.1, 78.4, 32.1, 74.6, 36.1, 77.2]],
  ["With oracle knowledge", "API docs prompt", "GPT-4", [49.5, 95.5, 41.7, 89.9, 46.9, 93.7]],
  ["Without oracle knowledge", "API docs prompt", "GPT-3.5-turbo", [30.9, 82.9, 10.9, 80.0, 24.4, 82.0]],
  ["Without oracle knowledge", "API docs prompt", "GPT-4", [38.2, 91.6, 13.8, 93.1, 30.4, 92.1]],
  ["Without oracle knowledge", "StructGPT", "GPT-3.5-turbo", [36.2, 86.5, 8.7, 80.8, 27.3, 84.7]],
  ["Without oracle knowledge", "StructGPT", "GPT-4", [40.7, 93.4, 13.5, 91.1, 31.8, 92.6]],
  [
    "Without oracle knowledge",
    "Middleware, error feedback",
    "GPT-3.5-turbo",
    [38.8, 95.7, 19.8, 94.7, 32.7, 95.4],
  ],
  ["Without oracle knowledge", "Middleware, error feedback", "GPT-4", [45.1, 98.8, 38.3, 97.2, 42.9, 98.3]],
] as const;

/** Method, model; F1 and VA in % of the counting questions, the superlatives, those without either, and all 500. */
export const MIDDLEWARE_2 = [
  ["Pangu", "GPT-3.5-turbo", [10.1, 100.0, 9.0, 100.0, 23.4, 100.0, 18.1, 100.0]],
  ["Pangu", "GPT-4", [12.3, 100.0, 14.2, 100.0, 35.6, 100.0, 27.1, 100.0]],
  ["KB-Binder", "GPT-3.5-turbo (20-shot)", [0.0, 33.7, 0.2, 19.4, 6.7, 37.0, 4.2, 32.8]],
  ["KB-Binder", "GPT-4 (20-shot)", [7.9, 48.3, 0.4, 28.2, 6.0, 45.8, 5.2, 42.6]],
  ["StructGPT", "GPT-3.5-turbo", [4.5, 50.6, 3.9, 51.5, 11.4, 57.1, 8.6, 54.8]],
  ["StructGPT", "GPT-4", [2.2, 37.1, 3.9, 30.1, 11.7, 26.3, 8.4, 29.0]],
  ["Middleware, error feedback", "GPT-3.5-turbo", [33.7, 70.7, 22.0, 64.1, 23.9, 56.8, 25.3, 60.8]],
  ["Middleware, error feedback", "GPT-4", [70.7, 96.6, 39.9, 74.5, 55.8, 74.0, 55.1, 78.0]],
  ["Middleware, decoupled generation", "GPT-3.5-turbo", [48.9, 97.7, 29.5, 88.0, 32.1, 77.3, 34.3, 83.0]],
  ["Middleware, decoupled generation", "GPT-4", [74.1, 98.9, 42.6, 85.1, 61.0, 83.6, 59.3, 85.8]],
] as const;

/** Method; average input tokens, seconds and rounds, perceivable rows, EX in % of 100 questions. */
export const MIDDLEWARE_D2_DATABASE = [
  ["Middleware, error feedback", 14257.2, 15.4, 7.1, "∞", 39.0],
  ["API docs prompt", 1296.8, 2.5, 1.0, "0", 12.0],
  ["API docs prompt, 10 rows", 4635.5, 2.9, 1.0, "10", 22.0],
  ["API docs prompt, 20 rows", 8459.4, 2.9, 1.0, "20", 9.0],
] as const;

/** Method; average input tokens, seconds and rounds, perceivable triples, F1 in %. */
export const MIDDLEWARE_D2_GRAPH = [
  ["Middleware, error feedback", 25140.7, 22.1, 9.8, "∞", 55.1],
  ["Middleware, decoupled generation", 23331.8, 20.9, 9.3, "∞", 59.3],
  ["Pangu-Chat", 4675.7, 67.3, 4.5, "∞", 27.1],
  ["Direct prompt, 200 triples", 7654.5, 3.1, 1.0, "200", 0.8],
] as const;

/** Tools that were taken away; EX in % of 50 questions with gpt-3.5-turbo-0613 and gpt-4-0613. */
export const MIDDLEWARE_D3 = [
  ["All tools", [], 14.0, 38.0],
  ["Without find_columns_containing_value", ["find_columns_containing_value"], 14.0, 38.0],
  ["Without find_columns_containing_value_fuzzy", ["find_columns_containing_value_fuzzy"], 12.0, 34.0],
  ["Without get_distinct_values", ["get_distinct_values"], 10.0, 32.0],
  ["Without is_value_in_column", ["is_value_in_column"], 14.0, 36.0],
  [
    "Without all four",
    [
      "find_columns_containing_value",
      "find_columns_containing_value_fuzzy",
      "get_distinct_values",
      "is_value_in_column",
    ],
    8.0,
    22.0,
  ],
] as const;

/** Method; EX in % of 100 questions with gpt-3.5-turbo-0613 and gpt-4-0613. */
export const MIDDLEWARE_D4 = [
  ["Middleware (0-shot)", 16.0, 39.0],
  ["API docs prompt (0-shot)", 6.0, 12.0],
  ["DIN-SQL (6-shot)", null, 22.0],
  ["DAIL-SQL (7-shot)", 8.0, 11.0],
] as const;
