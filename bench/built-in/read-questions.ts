import { type GoldQuestion, readCinemaQuestions, readGoldQuestions } from "../gold-questions.ts";

export interface BuiltInQuestion extends Omit<GoldQuestion, "set"> {
  readonly set: string;
}

/** Spider, BIRD twice (with and without its oracle knowledge) and the sample. */
export function readBuiltInQuestions(data: string, cinemaFolder: string): readonly BuiltInQuestion[] {
  const gold = readGoldQuestions(data);
  const bird = gold.filter(({ set }) => set === "bird");
  return [
    ...gold.filter(({ set }) => set === "spider"),
    ...bird.map(({ knowledge: _, ...each }) => each),
    ...bird.map((each) => ({ ...each, set: "bird+knowledge" })),
    ...readCinemaQuestions(cinemaFolder),
  ];
}
