import itoolAnswers from "./itool-answers.json" with { type: "json" };
import itoolItems from "./itool-items.json" with { type: "json" };
import graphQuestions from "./knowledge-base-questions.json" with { type: "json" };
import longFormAnswers from "./long-form-answers.json" with { type: "json" };
import longFormQuestions from "./long-form-questions.json" with { type: "json" };
import golds from "./question-golds.json" with { type: "json" };
import questions from "./questions.json" with { type: "json" };
import followUps from "./two-turn-questions.json" with { type: "json" };
import unclear from "./unclear-questions.json" with { type: "json" };

/** The sample's Itool set and its computed answers, as their files hold them. */
export const cinemaItool: { readonly items: unknown; readonly answers: unknown } = {
  items: itoolItems,
  answers: itoolAnswers,
};

/** Questions that take a report to answer, and computed answers to those that have a reference. */
export const cinemaLongForm: { readonly questions: unknown; readonly answers: unknown } = {
  questions: longFormQuestions,
  answers: longFormAnswers,
};

/** All questions on the sample with their right answers, by the names of their files. */
export const cinemaQuestionFiles = {
  "questions.json": questions as unknown,
  "knowledge-base-questions.json": graphQuestions as unknown,
  "unclear-questions.json": unclear as unknown,
  "two-turn-questions.json": followUps as unknown,
  "question-golds.json": golds as unknown,
  "itool-items.json": itoolItems as unknown,
  "itool-answers.json": itoolAnswers as unknown,
};
