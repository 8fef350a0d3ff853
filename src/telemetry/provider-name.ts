/** Names of providers in the AI SDK, the longest first, and what the conventions call them. */
const NAMES: readonly (readonly [string, string])[] = [
  ["google.generative-ai", "gcp.gemini"],
  ["google.vertex", "gcp.vertex_ai"],
  ["google-vertex", "gcp.vertex_ai"],
  ["amazon-bedrock", "aws.bedrock"],
  ["azure", "azure.ai.openai"],
  ["mistral", "mistral_ai"],
  ["moonshotai", "moonshot_ai"],
  ["xai", "x_ai"],
  ["google", "gcp.gen_ai"],
];

/** `gen_ai.provider.name` of a provider of the AI SDK: `openai.chat` is `openai`. One that the conventions do not know keeps its name. */
export function providerName(provider: string): string {
  const known = NAMES.find(([name]) => provider === name || provider.startsWith(`${name}.`));
  return known?.[1] ?? provider.split(".")[0] ?? provider;
}
