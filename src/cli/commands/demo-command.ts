import { once } from "node:events";
import { Command } from "commander";
import { DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import { type CliIo, EXIT, type SetExitCode } from "../cli-io.ts";
import { port, positive } from "../option-values.ts";

/** Each question shows one feature: a date form, a yes-no code, a join, a group, a superlative, and a question that the rules do not understand. */
const QUESTIONS: readonly string[] = [
  "How many employees were hired in 2022?",
  "Which cinemas don't have a bar?",
  "How many members live in Austria?",
  "How many screens does each cinema have?",
  "Which is our oldest cinema?",
  "Would a second café pay off next summer?",
];

export function demoCommand(io: CliIo, setExitCode: SetExitCode): Command {
  const command = new Command("demo")
    .description("questions on the bundled sample, answered by the built-in rules: no key, no network")
    .option("--rows <n>", "rows per result", positive, DEFAULT_ACT_LIMITS.rows)
    .action(async (options: { rows: number }) => {
      const { colors } = io;
      io.err(
        `${colors.bold("Fuxi demo")}: the cinema sample (130,000 rows in 16 tables), built-in rules, no language model\n`,
      );
      const { startSession } = await import("../session.ts");
      const session = await startSession({
        targets: ["sample:cinema"],
        options: { strategy: "react", format: "auto", output: "text", rows: options.rows },
        io: { ...io, env: withoutModel(io.env) },
      });
      let answered = 0;
      try {
        for (const question of QUESTIONS) {
          if (io.signal.aborted) break;
          io.err(`\n${colors.bold(colors.cyan(`▌ ${question}`))}\n`);
          if ((await session.ask(question)) === EXIT.answered) answered += 1;
        }
      } finally {
        await session.close();
      }
      io.err(
        `\n${answered} of ${QUESTIONS.length} answered; the built-in rules answer only what they understand.\n`,
      );
      io.err(nextSteps(io));
      setExitCode(io.signal.aborted ? EXIT.cancelled : answered === 0 ? EXIT.failed : EXIT.answered);
    });
  return command.addCommand(demoApiCommand(io, setExitCode));
}

/** Removes the model, so that the demo is the same for everybody. */
function withoutModel(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { FUXI_MODEL: _model, FUXI_MODEL_URL: _url, ...rest } = env;
  return rest;
}

function nextSteps({ colors }: CliIo): string {
  const lines: readonly (readonly [string, string])[] = [
    ['npx fuxi ask ./your.sqlite "How many …?"', "your own database, no model needed for simple questions"],
    [
      'npx fuxi ask ./your.sqlite "…" --model-url http://127.0.0.1:11434/v1 --model qwen3',
      "with a local model",
    ],
    ["npx fuxi tools sample:cinema", "the tools an agent gets"],
    ["npx fuxi call sample:cinema find_columns_containing_value_fuzzy value=lyn", "one tool by hand"],
    ["npx fuxi runs list", "what was just recorded"],
  ];
  const rows = lines.map(([command, what]) => `  ${colors.cyan(command)}\n      ${colors.dim(what)}`);
  return `\n${colors.bold("Go on with")}\n${rows.join("\n")}\n`;
}

/** Serves the sample API until interrupted, to try Fuxi or another client on an API with state. */
function demoApiCommand(io: CliIo, setExitCode: SetExitCode): Command {
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
          `${colors.bold("The sample API")} (61 operations on films, people, awards, cinemas; nothing is kept after it ends)`,
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
