import type { Command } from "commander";

/** What keeps nothing of its own has no store to name. */
const KEEPING = ["ask", "resume", "call", "mcp", "runs", "glossary", "purge", "eval"];

/** Adds `--store` where something is kept. What opens a store sees it as the variable that it wins over. */
export function addStoreOption(command: Command, env: NodeJS.ProcessEnv): void {
  if (!KEEPING.includes(command.name())) return;
  const own = command.commands.length === 0 ? [command] : command.commands;
  for (const each of own) {
    each
      .option("--store <url>", "where runs are kept, shared with other machines: postgres://… (FUXI_STORE)")
      .hook("preAction", (_, acting) => {
        const { store } = acting.opts<{ store?: string }>();
        if (store !== undefined) env["FUXI_STORE"] = store;
      });
  }
}
