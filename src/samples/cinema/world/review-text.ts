import type { RandomStream } from "../random-stream.ts";
import { reviewSentences } from "../words/story-words.ts";

/** One to three sentences that fit a rating of 1 to 10. */
export function reviewText(random: RandomStream, rating: number): string {
  const mood = reviewSentences[Math.min(4, Math.floor((rating - 1) / 2))] ?? [];
  return random.sample(mood, random.int(1, 3)).join(" ");
}
