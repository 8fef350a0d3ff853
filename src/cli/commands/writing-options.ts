import { type Command, InvalidArgumentError } from "commander";

/** Options of commands in which a model writes the items of a set. */
export function addWritingOptions(command: Command): Command {
  return command
    .option("--model <provider/name>", "language model that writes (env FUXI_MODEL)")
    .option(
      "--model-url <url>",
      "base URL of an OpenAI-compatible server (env FUXI_MODEL_URL, key in FUXI_API_KEY)",
    )
    .option("--record <file>", "record the model's replies")
    .option("--replay <file>", "replay recorded replies instead of calling the model");
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError("A whole number of 0 or more is wanted.");
}
