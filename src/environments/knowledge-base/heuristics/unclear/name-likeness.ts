import type { FoundReading } from "../../../../environment/readings.ts";
import type { NameReading } from "../linking/name-reading.ts";

type Likely = Pick<FoundReading, "likeness" | "score">;

const LIKELY: Readonly<Record<NameReading["tier"], Likely>> = {
  said: { likeness: "same", score: 1 },
  exact: { likeness: "same", score: 1 },
  folded: { likeness: "form", score: 0.97 },
  part: { likeness: "part", score: 0.8 },
  typo: { likeness: "near", score: 0.85 },
};

/** How a name of the question and that of the entity go together, in the words of readings. */
export const likenessOf = (tier: NameReading["tier"]): Likely => LIKELY[tier];
