/**
 * Whether the gold path is a subsequence of the operations called: all of its operations, in its order, with any others between them (RestGPT, Song
 * et al., 2023, Section 4.1, correct path rate). An empty gold path always is. Their repository (Yifan-Song793/RestGPT) has the queries and the gold, and
 * no code that computes this or any other measure; Query when need names neither.
 */
export function isCorrectPath(gold: readonly string[], called: readonly string[]): boolean {
  let at = 0;
  for (const each of called) if (each === gold[at]) at++;
  return at === gold.length;
}

/**
 * Calls beyond those of the gold path: its Δ solution length, whose mean the paper takes over runs that people found successful. Negative where fewer
 * were made.
 */
export function extraCalls(gold: readonly string[], called: readonly string[]): number {
  return called.length - gold.length;
}
