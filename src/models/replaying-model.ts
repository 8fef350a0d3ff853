import { APICallError } from "@ai-sdk/provider";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { type RecordedReply, readCassette } from "./cassette.ts";
import { describeMiss } from "./describe-miss.ts";
import { refuseStreaming } from "./refuse-streaming.ts";
import { requestParts } from "./request-parts.ts";
import { SampleCounter } from "./sample-counter.ts";

/** Which recorded model to be. */
export interface ReplayingModelOptions {
  /** Which of the cassette's models to be; needed only where it holds several. */
  readonly model?: string;
}

/**
 * Answers from a cassette alone: no network, no key. Identical requests get the recorded replies one after the other.
 * @throws FuxiError `replay-miss` from a call whose reply is not recorded; here `target-not-found`, `data-invalid`, or `usage` where the
 * cassette holds several models and none was named
 */
export async function replayingModel(
  file: string,
  options: ReplayingModelOptions = {},
): Promise<LanguageModel> {
  const cassette = await readCassette(file);
  const models = [...new Set(cassette.replies.map((reply) => reply.model))];
  const modelId = options.model ?? (models.length === 1 ? models[0] : undefined);
  if (modelId === undefined || !models.includes(modelId)) {
    throw new FuxiError("usage", `${file} holds replies of ${models.join(", ") || "no model"}.`, {
      hint: "Name one of its models.",
    });
  }
  const replies = cassette.replies.filter((reply) => reply.model === modelId);
  const byPlace = new Map(replies.map((reply) => [placeName(reply.key, reply), reply]));
  const counter = new SampleCounter();
  return {
    specificationVersion: "v4",
    provider: replies[0]?.provider ?? "replay",
    modelId,
    supportedUrls: {},
    doStream: refuseStreaming,
    async doGenerate(request) {
      request.abortSignal?.throwIfAborted();
      const parts = requestParts(modelId, request);
      const place = counter.place(parts.key, request);
      const recorded = byPlace.get(placeName(parts.key, place));
      if (recorded?.reply !== undefined) return { ...structuredClone(recorded.reply), warnings: [] };
      if (recorded?.error !== undefined) throw replayedFailure(recorded.error);
      throw new FuxiError("replay-miss", describeMiss(parts, place, { ...cassette, replies }), {
        hint: "Record again, or run with what the recording was made with.",
      });
    },
  };
}

function placeName(
  key: string,
  { sample, attempt }: { readonly sample: number; readonly attempt: number },
): string {
  return `${key} ${sample} ${attempt}`;
}

/** Without the wait that the provider asked for: there is nobody to be spared. */
function replayedFailure(error: NonNullable<RecordedReply["error"]>): APICallError {
  return new APICallError({
    message: error.message,
    url: "replay:",
    requestBodyValues: {},
    isRetryable: error.retryable,
    responseHeaders: { "retry-after-ms": "0" },
    ...(error.status === undefined ? {} : { statusCode: error.status }),
    ...(error.body === undefined ? {} : { responseBody: error.body }),
  });
}
