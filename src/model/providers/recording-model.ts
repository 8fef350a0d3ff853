import { appendFile } from "node:fs/promises";
import { APICallError, type LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { scrubSecrets } from "../../util/scrub-secrets.ts";
import type { LanguageModel } from "../language-model.ts";
import {
  cassetteLines,
  openCassette,
  type RecordedReply,
  readCassette,
  refuseStreaming,
  requestParts,
  SampleCounter,
  type SamplePlace,
} from "./cassette.ts";

/**
 * Hands every request on to `model` and writes what came back into a cassette file: replies as well as failed attempts. An existing
 * cassette is continued; what it holds under the same request, lane, sample and attempt is superseded. One process at a time may write to it.
 * @throws FuxiError `data-invalid` where the file exists and is no cassette
 */
export async function recordingModel(model: LanguageModel, file: string): Promise<LanguageModel> {
  await openCassette(file);
  const known = new Set((await readCassette(file)).parts.keys());
  const counter = new SampleCounter();
  let written: Promise<void> = Promise.resolve();

  const keep = (kept: Pick<RecordedReply, "reply" | "error">, place: Place) => {
    const { settings, tools, messages } = place.request;
    const recorded: RecordedReply = {
      type: "reply",
      key: place.request.key,
      ...(place.lane === undefined ? {} : { lane: place.lane }),
      sample: place.sample,
      attempt: place.attempt,
      provider: model.provider,
      model: model.modelId,
      request: { settings: settings.hash, tools: tools.hash, messages: messages.map(({ hash }) => hash) },
      ...kept,
    };
    written = written.then(() => appendFile(file, cassetteLines(place.request, recorded, known)));
    return written;
  };

  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doStream: refuseStreaming,
    async doGenerate(options) {
      const request = requestParts(model.modelId, options);
      const place = { request, ...counter.place(request.key, options) };
      let result: LanguageModelV4GenerateResult;
      try {
        result = await model.doGenerate(options);
      } catch (error) {
        const recorded = failedAttempt(error);
        if (recorded !== undefined) await keep({ error: recorded }, place);
        throw error;
      }
      const content = result.content.filter(({ type }) => KEPT.has(type));
      await keep({ reply: { content, finishReason: result.finishReason, usage: result.usage } }, place);
      return result;
    },
  };
}

interface Place extends SamplePlace {
  readonly request: ReturnType<typeof requestParts>;
}

const KEPT: ReadonlySet<string> = new Set(["text", "reasoning", "tool-call"]);

function failedAttempt(error: unknown): RecordedReply["error"] {
  if (!APICallError.isInstance(error)) return undefined;
  const { statusCode, responseBody } = error;
  return {
    message: scrubSecrets(error.message),
    retryable: error.isRetryable,
    ...(statusCode === undefined ? {} : { status: statusCode }),
    ...(responseBody === undefined ? {} : { body: scrubSecrets(responseBody) }),
  };
}
