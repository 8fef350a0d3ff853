import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { overStdio } from "./connect.ts";
import { dbhub, fuxi, type ServerProcess } from "./server-process.ts";
import { printTable } from "./table.ts";

const TARGETS = ["sample:cinema", "sample:cinema-kb", "sample:cinema-api"];
const PROFILES = ["minimal", "all"];

async function listed(server: ServerProcess): Promise<{ readonly tools: number; readonly tokens: number }> {
  await using connection = await overStdio(server, "legacy");
  const result = await connection.client.listTools();
  return { tools: result.tools.length, tokens: countTokens(JSON.stringify(result)) };
}

/** What the list of tools costs a client: the whole result as JSON. */
export async function listedTokens(path: string): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const target of TARGETS) {
    for (const profile of PROFILES) {
      const { tools, tokens } = await listed(fuxi(target, "--quiet", "--tools", profile));
      rows.push([`fuxi ${target}`, profile, tools, tokens]);
    }
  }
  const { tools, tokens } = await listed(dbhub(path));
  rows.push(["DBHub SQLite", "", tools, tokens]);
  printTable("tools/list in o200k_base tokens", ["server", "profile", "tools", "tokens"], rows);
}
