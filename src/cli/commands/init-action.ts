import { isCancel, text } from "@clack/prompts";
import { writeConfiguration } from "../../config/file/write-configuration.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { type CliIo, EXIT, type SetExitCode } from "../cli-io.ts";

export interface InitOptions {
  readonly yes?: boolean;
  readonly model?: string;
  readonly modelUrl?: string;
}

/** Asks at a terminal, writes the file, and says what is still to be done. */
export async function initAction(
  targets: readonly string[],
  { yes, model, modelUrl }: InitOptions,
  io: CliIo,
  setExitCode: SetExitCode,
): Promise<void> {
  const asks = io.answers && yes !== true;
  if (targets.length === 0 && !asks) {
    throw new FuxiError("usage", "No target was named.", { hint: "Write: fuxi init --yes ./shop.sqlite" });
  }
  const named =
    targets.length > 0
      ? targets
      : await asked("What shall be asked? A file or URL; several with spaces", "./shop.sqlite", io);
  const chosen =
    model !== undefined || modelUrl !== undefined || !asks
      ? model
      : (await asked("Which model? Empty for the built-in rules alone", "openai/gpt-5", io))?.[0];
  if (named === undefined || io.signal.aborted) {
    setExitCode(EXIT.cancelled);
    return;
  }
  const { path, ids, variables } = writeConfiguration({
    folder: process.cwd(),
    targets: named,
    ...(chosen === undefined ? {} : { model: chosen }),
    ...(modelUrl === undefined ? {} : { modelUrl }),
  });
  io.err(`Written: ${path} (readable by you alone)\n`);
  if (variables.length > 0) {
    const lines = variables.map((name) => `  ${name}=…`).join("\n");
    io.err(
      `No secret was written into it. Set what stands for it now, in your shell or in a file such as .env that is not committed (node --env-file=.env):\n${lines}\n`,
    );
  }
  const [first] = ids;
  if (first !== undefined) io.err(`Go on with:\n  fuxi doctor ${first}\n  fuxi ask ${first} "How many …?"\n`);
}

/** The words of an answer; undefined where the person left. */
async function asked(
  message: string,
  placeholder: string,
  io: CliIo,
): Promise<readonly string[] | undefined> {
  const answer = await text({ message, placeholder, output: process.stderr, signal: io.signal });
  if (isCancel(answer)) return undefined;
  return (answer ?? "").split(/\s+/u).filter((word) => word !== "");
}
