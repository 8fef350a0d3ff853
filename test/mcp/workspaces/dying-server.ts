import { sqliteWorkspaceStore } from "../../support/stores.ts";
import { choose, order, serverOver } from "./task-fixture.ts";

// As a program of its own, to be killed from outside in the middle of its effect: makes one order at the address that is given.
const [path = "", handle = "", address = ""] = process.argv.slice(2);
const store = sqliteWorkspaceStore(path);
await order(serverOver(store), handle, async (held) => {
  await fetch(address, { method: "POST" });
  return await choose("ordered")(held);
});
process.stdout.write("ended\n");
