import { FuxiError } from "../../errors/fuxi-error.ts";
import { present } from "../../util/present.ts";
import { scrubSecrets } from "../../util/scrub-secrets.ts";
import { openModel } from "../open-policy.ts";
import { type Examination, type Finding, warning } from "./check.ts";

export interface ModelChoice {
  readonly model?: string;
  readonly modelUrl?: string;
  /** One token is asked for, which may cost something: only where the person named the model in this very command. */
  readonly asksOneToken: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

const MILLISECONDS = 20_000;

/** Whether the model that is named can be used. Its key is looked for, and never shown. */
export async function checkModel(choice: ModelChoice, exam: Examination): Promise<void> {
  const { env, signal } = choice;
  const name = choice.model ?? env["FUXI_MODEL"];
  const url = choice.modelUrl ?? env["FUXI_MODEL_URL"];
  if (name === undefined && url === undefined) {
    await exam.look("model", () => "No model is named: the built-in rules answer what they understand.");
    return;
  }
  const shown = name ?? "the model";
  const opened: { model?: Awaited<ReturnType<typeof openModel>> } = {};
  const isSetUp = await exam.look("model", async () => {
    opened.model = await openModel({
      env,
      ...present({ model: choice.model, modelUrl: choice.modelUrl }),
    });
    const key =
      url !== undefined && !env["FUXI_API_KEY"]
        ? "; no key is set (FUXI_API_KEY)"
        : "; its key is set, where it needs one";
    return `${shown} is set up${key}.`;
  });
  const { model } = opened;
  if (!isSetUp || model === undefined) return;
  await exam.look("model server", async () => {
    if (url !== undefined && !choice.asksOneToken) return listDiagnosis(url, name, env, signal);
    if (!choice.asksOneToken) {
      return "It was not asked. With --model on the command line one token is asked for.";
    }
    const started = performance.now();
    try {
      await model.doGenerate({
        prompt: [{ role: "user", content: [{ type: "text", text: "1" }] }],
        maxOutputTokens: 1,
        abortSignal: AbortSignal.any([signal, AbortSignal.timeout(MILLISECONDS)]),
      });
    } catch (error) {
      throw refusal(shown, error, signal);
    }
    return `${shown} answers (one token, ${Math.round(performance.now() - started)} ms).`;
  });
}

function refusal(shown: string, error: unknown, signal: AbortSignal): FuxiError {
  if (signal.aborted) return new FuxiError("cancelled", "The caller cancelled.", { cause: error });
  const { statusCode, name } = error as { readonly statusCode?: number; readonly name?: string };
  if (name === "TimeoutError" || name === "AbortError") {
    return new FuxiError(
      "model-unavailable",
      `${shown} did not answer within ${MILLISECONDS / 1000} seconds.`,
      {
        hint: "A local server may still be loading the model: try again in a minute.",
        cause: error,
      },
    );
  }
  if (statusCode === undefined) {
    const message = scrubSecrets(error instanceof Error ? error.message : String(error));
    return new FuxiError("model-unavailable", `${shown} cannot be reached: ${message || "no answer"}`, {
      hint: "Check the address, and that the server runs.",
      cause: error,
    });
  }
  const hint =
    statusCode === 401 || statusCode === 403
      ? "Check the key in the environment."
      : statusCode === 404
        ? "Check the model's name, and that the address ends as the server wants it (often /v1)."
        : "See the provider's status page, or try again.";
  return new FuxiError("model-refused", `${shown} refused with status ${statusCode}.`, {
    hint,
    cause: error,
  });
}

/** What the server has, which costs nothing. */
async function listDiagnosis(
  url: string,
  wanted: string | undefined,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Finding> {
  const key = env["FUXI_API_KEY"];
  const base = url.replace(/\/+(?:chat\/completions\/*)?$/u, "");
  let response: Response;
  try {
    response = await fetch(`${base}/models`, {
      redirect: "manual",
      headers: key ? { authorization: `Bearer ${key}` } : {},
      signal: AbortSignal.any([signal, AbortSignal.timeout(MILLISECONDS)]),
    });
  } catch (error) {
    throw refusal(new URL(base).host, (error as Error).cause ?? error, signal);
  }
  if (!response.ok) throw refusal(new URL(base).host, { statusCode: response.status }, signal);
  const listed = namesIn(await response.json().catch(() => undefined));
  if (wanted !== undefined && listed.length > 0 && !listed.includes(wanted)) {
    return warning(
      `The server answers, but lists no model ${wanted}.`,
      `It lists ${listed.slice(0, 8).join(", ")}.`,
    );
  }
  return "The server answers.";
}

function namesIn(body: unknown): readonly string[] {
  const data = (body as { readonly data?: unknown } | undefined)?.data;
  if (!Array.isArray(data)) return [];
  return data.map((each: { readonly id?: unknown }) => each?.id).filter((id) => typeof id === "string");
}
