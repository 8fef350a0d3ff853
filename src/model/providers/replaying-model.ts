import { APICallError, type LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { CALL_IDENTITY, placeOf } from "../call-identity.ts";
import type { LanguageModel } from "../language-model.ts";
import {
  type Cassette,
  type RecordedReply,
  type RequestParts,
  readCassette,
  refuseStreaming,
  requestParts,
  SampleCounter,
  type SamplePlace,
} from "./cassette.ts";

/** Which recorded model to be. */
export interface ReplayingModelOptions {
  /** Which of the cassette's models to be; needed only where it holds several. */
  readonly model?: string;
}

/**
 * Answers from a cassette alone: no network, no key. Identical requests get the recorded replies one after the other, each lane its own.
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
  const asked = new Set(replies.map(({ key, lane }) => placeName(key, { lane })));
  /** What was recorded by itself answers whoever asks it. */
  const laneKnown = (key: string, request: LanguageModelV4CallOptions): boolean =>
    asked.has(placeName(key, { lane: placeOf(request.providerOptions)?.lane })) ||
    !asked.has(placeName(key, {}));
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
      const place = counter.place(parts.key, laneKnown(parts.key, request) ? request : withoutLane(request));
      const recorded = byPlace.get(placeName(parts.key, place));
      if (recorded?.reply !== undefined) return { ...structuredClone(recorded.reply), warnings: [] };
      if (recorded?.error !== undefined) throw replayedFailure(recorded.error);
      throw new FuxiError("replay-miss", describeMiss(parts, place, { ...cassette, replies }), {
        hint: "Record again, or run with what the recording was made with.",
      });
    },
  };
}

function placeName(key: string, { lane, sample, attempt }: Partial<RecordedReply>): string {
  return JSON.stringify([key, lane, sample, attempt]);
}

function withoutLane(request: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { lane: _, ...place } = { ...request.providerOptions?.[CALL_IDENTITY] };
  return { ...request, providerOptions: { ...request.providerOptions, [CALL_IDENTITY]: place } };
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

/** Why a cassette has no reply to a request. */
function describeMiss(request: RequestParts, place: SamplePlace, cassette: Cassette): string {
  const same = cassette.replies.filter((reply) => reply.key === request.key);
  const mine = same.filter(({ lane }) => lane === place.lane);
  if (same.length > mine.length && mine.length === 0) {
    const forWhom =
      place.lane === undefined ? "this one is for nobody in particular" : `this one is for ${place.lane}`;
    return `The recording has this request as it was made for ${same[0]?.lane ?? "nobody in particular"}; ${forWhom}.`;
  }
  if (mine.length > 0) {
    const samples = new Set(mine.map((reply) => reply.sample)).size;
    return place.attempt > 0 && place.sample < samples
      ? `The recording has no attempt ${place.attempt + 1} at this request.`
      : `The recording has ${samples} ${samples === 1 ? "reply" : "replies"} to this request; this is number ${place.sample + 1}.`;
  }
  return "No such request was recorded: the prompt, the tools or the settings differ.";
}
