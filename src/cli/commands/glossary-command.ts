import { Command } from "commander";
import { LOCAL_PRINCIPAL } from "../../config/shared-store.ts";
import type { Glossary } from "../../environment/glossary.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { defaultFolders } from "../../util/default-folders.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";

/** Lists, adds and deletes meanings of words that a person has defined for an environment. */
export function glossaryCommand(io: CliIo, _setExitCode: SetExitCode): Command {
  const command = new Command("glossary").description(
    "what words mean in a target, as remembered from your answers",
  );
  const withGlossary = async (
    target: string,
    work: (glossary: Glossary, environment: string) => Promise<void>,
  ) => {
    const { openGlossary } = await import("../../config/open-stores.ts");
    const { resolveTargets } = await import("../../config/resolve-targets.ts");
    const glossary = await openGlossary(defaultFolders(io.env));
    try {
      // The id of a target is known even if it cannot be opened now.
      const isUnusable = io.configuration?.unusable.has(target) === true;
      const resolved = isUnusable ? undefined : resolveTargets([target], io.configuration, () => {})[0];
      await work(glossary, resolved?.id ?? target);
    } finally {
      await glossary.close();
    }
  };
  command
    .command("list")
    .description("what is remembered for a target")
    .argument("<target>", "file, URL or sample")
    .option("--json", "the structured result")
    .action((target: string, { json }: { json?: boolean }) =>
      withGlossary(target, async (glossary, environment) => {
        const entries = await glossary.list(environment, LOCAL_PRINCIPAL);
        if (json === true) return io.out(`${JSON.stringify(entries, null, 2)}\n`);
        if (entries.length === 0) return io.err(`Nothing is remembered for ${environment}.\n`);
        for (const { words, meaning, at } of entries)
          io.out(`"${words}" means: ${meaning} ${io.colors.dim(`(${at.slice(0, 10)})`)}\n`);
      }),
    );
  command
    .command("add")
    .description("remember what words mean")
    .argument("<target>", "file, URL or sample")
    .argument("<words>", "as they stand in questions")
    .argument("<meaning>", "in your words, or as the target writes it")
    .action((target: string, words: string, meaning: string) =>
      withGlossary(target, async (glossary, environment) => {
        if (words.trim() === "" || meaning.trim() === "")
          throw new FuxiError("usage", "Both the words and their meaning are needed.");
        const said = meaning.trim();
        await glossary.remember(
          { environment, words: words.trim(), meaning: said, told: said },
          LOCAL_PRINCIPAL,
        );
        io.err(`Remembered for ${environment}: "${words.trim()}" means: ${meaning.trim()}\n`);
      }),
    );
  command
    .command("forget")
    .description("forget what words mean")
    .argument("<target>", "file, URL or sample")
    .argument("<words>", "see: fuxi glossary list <target>")
    .action((target: string, words: string) =>
      withGlossary(target, async (glossary, environment) => {
        if (await glossary.forget(environment, words, LOCAL_PRINCIPAL))
          return io.err(`Forgotten: "${words}"\n`);
        throw new FuxiError("usage", `Nothing is remembered about "${words}" for ${environment}.`, {
          hint: `See: fuxi glossary list ${target}`,
        });
      }),
    );
  return command;
}
