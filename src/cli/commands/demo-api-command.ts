import { once } from "node:events";
import { Command } from "commander";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { port } from "../run-options.ts";

/** Serves the sample API until it is interrupted: for trying Fuxi, or any other client, on an API that keeps state. */
export function demoApiCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return new Command("api")
    .description("serve the sample API, a film catalogue, on this machine until interrupted")
    .option("--port <n>", "port (a free one)", port)
    .action(async (options: { port?: number }) => {
      const { colors } = io;
      const { startSampleApi } = await import("../../config/start-sample-api.ts");
      const api = await startSampleApi(options);
      io.out(`${api.url}\n`);
      io.err(
        [
          `${colors.bold("The sample API")} (77 operations on films, people, awards, cinemas; nothing is kept after it ends)`,
          `  document  ${api.documentUrl}`,
          `  token     ${api.token}  ${colors.dim("for what is a reader's own: Authorization: Bearer …")}`,
          "",
          "In another terminal:",
          `  ${colors.cyan(`export FUXI_API_READERTOKEN=${api.token}`)}`,
          `  ${colors.cyan(`npx fuxi call ${api.documentUrl} find_operations text="search for a film by its title"`)}`,
          `  ${colors.cyan(`npx fuxi ask ${api.documentUrl} "Who directed The Midnight Watchmaker?" --strategy api-team --model …`)}`,
          "",
        ].join("\n"),
      );
      if (!io.signal.aborted) await once(io.signal, "abort");
      await api.close();
      setExitCode(EXIT.answered);
    });
}
