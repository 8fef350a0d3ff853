import type { Figure } from "./paper-table.ts";

export const PAPER = "Middleware for LLMs (Gu et al., 2024)";
export const PERCENT = { scale: 100, digits: 1 };
export const OURS = "Ours";
export const BIRD = "fuxi eval bird --data <folder> --no-oracle-knowledge --model <model>";
export const FREEBASE =
  "fuxi eval kbqa-agent --data <folder> --endpoint <Freebase> --entities gold --model <model>";

export const HUNDRED =
  "Section D.1 of the paper draws 100 questions from all of BIRD's dev set, Section 5.4 draws 100 from those that need content; as both give 39.0 and 12.0, they seem to be the same.";

export const percent = (value: number): Figure => ({ value, digits: 1 });
