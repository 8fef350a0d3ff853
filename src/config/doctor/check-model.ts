import { callModel } from "../../model/call-model.ts";
import { given } from "../../util/given.ts";
import { openModel } from "../open-policy.ts";
import { type Examination, fault } from "./check.ts";

export interface ModelChoice {
  readonly model?: string;
  readonly modelUrl?: string;
  /** Whether to request one token, which may cost money: only if the person named the model in this command. */
  readonly asksOneToken: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

const MILLISECONDS = 20_000;
const PROMPT = [{ role: "user" as const, content: [{ type: "text" as const, text: "1" }] }];

/** Checks that the named model can be used. Checks that its key is set, but never shows it. */
export async function checkModel(choice: ModelChoice, exam: Examination): Promise<void> {
  const { env, asksOneToken } = choice;
  const name = choice.model ?? env["FUXI_MODEL"];
  const url = choice.modelUrl ?? env["FUXI_MODEL_URL"];
  if (name === undefined && url === undefined) {
    await exam.look("model", () => "No model is named: the built-in rules answer what they understand.");
    return;
  }
  const shown = name ?? "the model";
  const opened: { model?: Awaited<ReturnType<typeof openModel>> } = {};
  const isSetUp = await exam.look("model", async () => {
    opened.model = await openModel({ env, ...given({ model: choice.model, modelUrl: choice.modelUrl }) });
    const key =
      url !== undefined && !env["FUXI_API_KEY"]
        ? "; no key is set (FUXI_API_KEY)"
        : "; its key is set, where it needs one";
    return `${shown} is set up${key}.`;
  });
  const { model } = opened;
  if (!isSetUp || model === undefined) return;
  await exam.look("model server", async () => {
    if (!asksOneToken) return "It was not asked. With --model on the command line one token is asked for.";
    const started = performance.now();
    const slow = AbortSignal.timeout(MILLISECONDS);
    const signal = AbortSignal.any([choice.signal, slow]);
    try {
      await callModel(model, { prompt: PROMPT, maxOutputTokens: 1 }, { signal, retries: 0 });
    } catch (error) {
      if (choice.signal.aborted || !slow.aborted) throw error;
      return fault(
        `${shown} did not answer within ${MILLISECONDS / 1000} seconds.`,
        "A local server may still be loading the model: try again in a minute.",
      );
    }
    return `${shown} answers (one token, ${Math.round(performance.now() - started)} ms).`;
  });
}
