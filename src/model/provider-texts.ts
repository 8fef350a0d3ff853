import type { SamplingSetting } from "./sampling.ts";

/**
 * How providers and servers word their errors. There is no common code for any of these, so the texts of the known ones are matched:
 * OpenAI, Anthropic, Google, Mistral, Groq, OpenRouter, vLLM, llama.cpp, Ollama, LM Studio.
 */
const CONTEXT_TOO_LONG: readonly RegExp[] = [
  /context_length_exceeded|exceed_context_size|model_max_prompt_tokens_exceeded|string_above_max_length/iu,
  /(?:maximum|max|model'?s?) (?:context|sequence|prompt|input)[ _-]?(?:length|size|window|tokens?)?.{0,40}\b\d+/iu,
  /exceed\w*.{0,60}\bcontext[ _-]?(?:length|size|window|limit)/iu,
  /context[ _-]?(?:length|size|window|limit).{0,60}(?:exceed|overflow|too (?:small|long|short)|full)/iu,
  /(?:prompt|input|request|messages?)\b.{0,40}\b(?:is|are) too (?:long|large)\b/iu,
  /input (?:token count|length).{0,40}exceeds?/iu,
  /(?:greater|larger|longer|more tokens) than (?:the |its )?(?:maximum )?context/iu,
  /too many (?:input |prompt )?tokens\b(?!.{0,20}(?:per|minute|day))/iu,
  /tokens? to keep from the initial prompt is greater/iu,
  /maximum context length|context length of only/iu,
  /reduce the length of (?:the|your) (?:messages|prompt|input)/iu,
];

export function isContextTooLong(text: string, status: number): boolean {
  if (status === 401 || status === 403 || status === 404) return false;
  if (status === 413) return true;
  if (status === 429) return /context_length_exceeded/iu.test(text);
  return CONTEXT_TOO_LONG.some((pattern) => pattern.test(text));
}

const TOOLS = String.raw`\b(?:tools?|functions?|tool[ _-]?(?:calls?|calling|choice|use)|function[ _-]?call(?:s|ing)?)\b`;
const REFUSES = `(?:not (?:supported|support|enabled|allowed|available|permitted)|unsupported|unrecognized|unknown|unexpected|extra inputs|requires? --|only supported)`;
const TOOLS_UNSUPPORTED: readonly RegExp[] = [
  new RegExp(`${TOOLS}["'\`]?[^.\\n]{0,60}${REFUSES}`, "iu"),
  new RegExp(`(?:does(?: not|n't) support|${REFUSES})[^.\\n]{0,40}["'\`]?${TOOLS}`, "iu"),
  new RegExp(`no (?:endpoints?|providers?)[^.\\n]{0,40}support[^.\\n]{0,20}${TOOLS}`, "iu"),
];

export function isToolsUnsupported(text: string): boolean {
  return TOOLS_UNSUPPORTED.some((pattern) => pattern.test(text));
}

const MALFORMED_TOOL_CALL =
  /tool_use_failed|failed to call a function|(?:error|failed|failure)[^.\n]{0,20} pars(?:e|ing) (?:the )?tool[ _-]?call|failed to parse (?:input|tool|function|messages)|malformed_function_call/iu;

export function isMalformedToolCall(text: string): boolean {
  return MALFORMED_TOOL_CALL.test(text);
}

/** A 429 or 402 that no waiting mends. */
export function isOutOfCredit(text: string): boolean {
  return /insufficient_quota|insufficient (?:credits?|balance|funds)|credit balance|billing|payment required/iu.test(
    text,
  );
}

const SETTINGS: readonly { readonly setting: SamplingSetting; readonly names: string }[] = [
  { setting: "temperature", names: "temperature" },
  { setting: "seed", names: "seed" },
  { setting: "stopSequences", names: "stop|stop_sequences|stop_tokens" },
  { setting: "maxOutputTokens", names: "max_tokens|max_output_tokens" },
];

/** The sampling setting that a request was refused for (reasoning models take no temperature, some no stop words). */
export function unsupportedSetting(text: string): SamplingSetting | undefined {
  for (const { setting, names } of SETTINGS) {
    const name = `["'\`](?:${names})["'\`]`;
    const refused = "(?:unsupported|not supported|not support|deprecated|unrecognized|unknown|not permitted)";
    if (new RegExp(`${refused}[^\\n]{0,60}${name}|${name}[^\\n]{0,60}${refused}`, "iu").test(text))
      return setting;
  }
  return undefined;
}
