import { openModel } from "../../../config/open-policy.ts";
import { llmReferenceJudge } from "../../../evaluation/judges/llm-reference-judge.ts";
import type { ReferenceJudge } from "../../../evaluation/judges/reference-judge.ts";
import type { CliIo } from "../../cli-io.ts";
import type { EvalOptions } from "./eval-options.ts";

/**
 * Who holds long-form answers against their references; undefined where nobody was named. A name with its provider is that provider's model, also
 * where the agent's own is on a server.
 * @throws FuxiError as `createModel`
 */
export async function judgeOf(
  { judgeModel, judgeModelUrl, modelUrl }: EvalOptions,
  io: CliIo,
  onNotice: (notice: string) => void,
): Promise<ReferenceJudge | undefined> {
  if (judgeModel === undefined && judgeModelUrl === undefined) return undefined;
  const isOfProvider = judgeModelUrl === undefined && judgeModel?.includes("/") === true;
  const { FUXI_MODEL: _, FUXI_MODEL_URL, ...env } = io.env;
  const url = judgeModelUrl ?? (isOfProvider ? undefined : (modelUrl ?? FUXI_MODEL_URL));
  const model = await openModel({
    env,
    ...(judgeModel === undefined ? {} : { model: judgeModel }),
    ...(url === undefined ? {} : { modelUrl: url }),
  });
  return model === undefined ? undefined : llmReferenceJudge(model, { onNotice });
}
