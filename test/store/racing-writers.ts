import { sqliteWorkspaceStore } from "../../src/store/workspaces.ts";

// As a program of its own: counts up in the workspace `id` by compare-and-set, so many times, and prints how many races it has lost.
const [path = "", id = "", name = "", times = "0"] = process.argv.slice(2);
const options = { principal: { id: "anna" }, lifetimeSeconds: 600 };
const store = sqliteWorkspaceStore(path);
// So that all begin at once.
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
process.stdin.destroy();
let lost = 0;
for (let done = 0; done < Number(times); ) {
  const kept = await store.read(id, options);
  if (kept === undefined) break;
  const mine = Number(kept.content[name] ?? 0) + 1;
  const total = Number(kept.content["total"] ?? 0) + 1;
  const result = await store.write(id, kept.version, { ...kept.content, [name]: mine, total }, options);
  if (result.type === "written") done++;
  else lost++;
}
await store.close();
process.stdout.write(`${lost}\n`);
