import type { CallModelOptions } from "../../model/call-model.ts";
import type { EmbeddingModel } from "../../model/embedding-model.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import type { Sampling } from "../../model/sampling.ts";
import type { ReplyFormat } from "../prompts/system-prompt.ts";
import type { Shot } from "./shot-messages.ts";

/** A model, and how it is asked: format, sampling, demonstrations, retries. */
export interface LlmPolicyOptions
  extends Pick<CallModelOptions, "retries" | "firstDelayMilliseconds" | "longestDelayMilliseconds"> {
  /** An object, as `createModel` or any AI SDK provider gives it. */
  readonly model: LanguageModel;
  /** `auto` (default) uses the provider's tool calls until the model refuses them, then text. */
  readonly format?: ReplyFormat | "auto";
  /** Temperature 0 unless said otherwise. */
  readonly sampling?: Omit<Sampling, "stopSequences">;
  /** Demonstrations, shown before the question. */
  readonly shots?: readonly Shot[];
  /** Tells which triples are most like a question, for `triplesPrompt`; without it the words decide. */
  readonly embedding?: EmbeddingModel;
  /** Told to the model where given. */
  readonly stepLimit?: number;
  /** One line about something the policy did on its own: another format, a setting left out, a retry. */
  readonly onNotice?: (notice: string) => void;
}
