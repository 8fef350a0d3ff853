import { writeConfiguration } from "../../config/file/write-configuration.ts";
import { given } from "../../util/given.ts";
import type { CliIo } from "../cli-io.ts";

export interface InitOptions {
  readonly model?: string;
  readonly modelUrl?: string;
}

/** Writes the file, and prints the next steps. */
export function initAction(targets: readonly string[], { model, modelUrl }: InitOptions, io: CliIo): void {
  const { path, ids, variables } = writeConfiguration({
    folder: process.cwd(),
    targets,
    ...given({ model, modelUrl }),
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
