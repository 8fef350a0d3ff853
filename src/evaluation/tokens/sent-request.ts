import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { type LlmPolicyOptions, llmPolicy } from "../../agent/policies/llm-policy.ts";
import type { PolicyContext } from "../../agent/policy.ts";
import type { PolicyRequest } from "../../agent/policy-request.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../model/language-model.ts";

/** How the policy would have been told to ask. */
export type AskedAs = Required<Pick<LlmPolicyOptions, "format">> &
  Pick<LlmPolicyOptions, "shots" | "stepLimit">;

/** The request that a language model would have been sent for a reply: made by the model policy itself, and sent to nobody. */
export async function sentRequest(
  request: PolicyRequest,
  context: PolicyContext,
  asked: AskedAs,
): Promise<LanguageModelV4CallOptions> {
  let sent: LanguageModelV4CallOptions | undefined;
  const aside = new FuxiError("cancelled", "The request was looked at and not sent.");
  const model: LanguageModel = {
    specificationVersion: "v4",
    provider: "none",
    modelId: "none",
    supportedUrls: {},
    doGenerate: async (options) => {
      sent = options;
      throw aside;
    },
    doStream: async () => {
      throw aside;
    },
  };
  try {
    await llmPolicy({ ...asked, model }).reply(request, context);
  } catch (error) {
    if (error !== aside) throw error;
  }
  if (sent === undefined) throw new FuxiError("internal", "The model policy made a reply without a request.");
  return sent;
}
