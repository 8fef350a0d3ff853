import type { CountTokens } from "../../evaluation/tokens/count-tokens.ts";
import { importOptional } from "../../util/import-optional.ts";

const ENCODING = "gpt-tokenizer/encoding/o200k_base";

/**
 * Counts tokens as OpenAI's o200k encoding has them, by a package that is large and for measurements alone.
 * @throws FuxiError `dependency-missing`
 */
export async function loadTokenizer(): Promise<CountTokens> {
  const purpose = "to count tokens";
  // Its absence is told by its name, not by that of a file in it.
  await importOptional("gpt-tokenizer", purpose);
  const { countTokens } = await importOptional<{ readonly countTokens: CountTokens }>(ENCODING, purpose);
  return (text) => countTokens(text);
}
