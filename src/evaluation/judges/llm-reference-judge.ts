import { asData } from "../../agent/prompts/data-marks.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { askVerdict, type JudgeOptions } from "./ask-verdict.ts";
import { modelName } from "./judge-model.ts";
import { boundedText, MATERIAL_BOUNDS } from "./judged-text.ts";
import type { ReferenceCase, ReferenceJudge, ReferenceVerdict } from "./reference-judge.ts";
import { gradeForm, matchForm, REFERENCE_RUBRICS } from "./reference-rubrics.ts";

/** How it is asked. */
export interface LlmReferenceJudgeOptions extends Pick<JudgeOptions, "onNotice"> {
  /** 0 unless given. */
  readonly temperature?: number;
}

/** A language model that holds answers against references (*Database question answering*, Section 4.2.1). */
export function llmReferenceJudge(
  model: LanguageModel,
  { temperature = 0, onNotice }: LlmReferenceJudgeOptions = {},
): ReferenceJudge {
  return {
    id: modelName(model),
    async judge(given, signal) {
      const options = { temperature, signal, ...(onNotice === undefined ? {} : { onNotice }) };
      return given.type === "conclusive"
        ? await matched(model, given, options)
        : await graded(model, given, options);
    },
  };
}

async function matched(
  model: LanguageModel,
  given: ReferenceCase,
  options: JudgeOptions,
): Promise<ReferenceVerdict> {
  const { said, problem, usage } = await askVerdict(
    model,
    {
      name: "match",
      form: matchForm,
      example: {
        rationale: "The reference says that the share fell in both years; the answer says it for one only.",
        verdict: "not match",
      },
      instructions: REFERENCE_RUBRICS.conclusive,
      input: inputOf(given),
    },
    options,
  );
  if (said === undefined) return { type: "malformed", problem, usage };
  return { type: "match", match: said.verdict === "match", rationale: said.rationale, usage };
}

async function graded(
  model: LanguageModel,
  given: ReferenceCase,
  options: JudgeOptions,
): Promise<ReferenceVerdict> {
  const { said, problem, usage } = await askVerdict(
    model,
    {
      name: "score",
      form: gradeForm,
      example: { rationale: "Two of the four trends are there, without their figures.", score: 2 },
      instructions: REFERENCE_RUBRICS.interpretive,
      input: inputOf(given),
    },
    options,
  );
  if (said === undefined) return { type: "malformed", problem, usage };
  return { type: "grade", grade: said.score, rationale: said.rationale, usage };
}

function inputOf({ question, reference, answer }: ReferenceCase): string {
  return [
    part("Question", question, MATERIAL_BOUNDS.question),
    part("Reference answer", reference, MATERIAL_BOUNDS.answer),
    part("Answer to be judged", answer, MATERIAL_BOUNDS.answer),
  ].join("\n\n");
}

function part(title: string, whole: string, most: number): string {
  const { text, cut } = boundedText(whole, most);
  return `${title}${cut === undefined ? "" : ` (cut: ${cut})`}:\n${asData(text)}`;
}
