import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import pg from "pg";

/**
 * A PostgreSQL database that is written to and altered while it is asked: `node in-use.ts postgres://owner@host/database` (makes and drops the
 * schema fw_in_use there). Prints what each tool gave, and what locks were held between the calls.
 */
const url = process.argv[2] ?? "";
const owner = new pg.Client({ connectionString: url, application_name: "owner" });
await owner.connect();
await owner.query(`DROP SCHEMA IF EXISTS fw_in_use CASCADE; CREATE SCHEMA fw_in_use;
  CREATE TABLE fw_in_use.booking (id serial PRIMARY KEY, guest text, price numeric, state text, at timestamptz DEFAULT clock_timestamp());
  CREATE TABLE fw_in_use.old_note (id int, body text); INSERT INTO fw_in_use.old_note VALUES (1, 'x');
  INSERT INTO fw_in_use.booking (guest, price, state) SELECT 'guest ' || i, i, 'open' FROM generate_series(1, 50000) i; ANALYZE`);

const writer = spawn(
  process.execPath,
  [
    "--input-type=module",
    "-e",
    `import pg from "pg"; const c = new pg.Client(${JSON.stringify(url)}); await c.connect();
   for (;;) { await c.query("INSERT INTO fw_in_use.booking (guest, price, state) VALUES ('late', 1, 'new')");
   await c.query("UPDATE fw_in_use.booking SET state = 'paid' WHERE id = (random() * 50000)::int"); }`,
  ],
  { stdio: "ignore" },
);

const client = new Client({ name: "first-week", version: "1.0.0" });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: ["bin/fuxi.mjs", "mcp", "--quiet"],
    env: { ...(process.env as Record<string, string>), DATABASE_URL: `${url}?schemas=fw_in_use` },
  }),
);
let handle = "";
const call = async (name: string, given: Record<string, unknown>): Promise<void> => {
  const result = await client.callTool({
    name,
    arguments: { ...given, ...(handle === "" ? {} : { workspace: handle }) },
  });
  handle = (result.structuredContent as { workspace?: string } | undefined)?.workspace ?? handle;
  const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  console.log(`\n== ${name} ${JSON.stringify(given)}\n${text.slice(0, 1200)}`);
  const held = await owner.query(`SELECT count(*) FILTER (WHERE state LIKE 'idle in%') AS open,
    (SELECT count(*) FROM pg_locks l JOIN pg_stat_activity b USING (pid) WHERE l.relation::regclass::text LIKE 'fw_in_use.%'
      AND b.application_name LIKE 'fuxi%') AS locks, count(*) AS connections FROM pg_stat_activity WHERE application_name LIKE 'fuxi%'`);
  console.log("held:", JSON.stringify(held.rows[0]));
};
const alter = async (sql: string): Promise<void> => {
  const began = performance.now();
  await owner.query(`SET lock_timeout = '1s'`);
  await owner.query(sql).then(
    () => console.log(`\n>> ${sql}: ${Math.round(performance.now() - began)} ms`),
    (error: Error) => console.log(`\n>> ${sql}: ${error.message}`),
  );
};

await call("open_workspace", { question: "How many bookings are there, and what do they cost by state?" });
await call("search_by_SQL", { query: "SELECT count(*), max(at) FROM booking" });
await pause(1500);
await call("search_by_SQL", { query: "SELECT count(*), max(at) FROM booking" });
await call("find_columns_containing_value", { value: "new" });
await call("from", { from_statement: "booking" });
await call("where", { where_statement: "price > 10" });
await alter("ALTER TABLE fw_in_use.booking RENAME COLUMN price TO amount");
await call("select", { select_statement: "state, sum(price)" });
await call("where", { where_statement: "price > 10" });
await call("where", { where_statement: "amount > 10" });
await call("select", { select_statement: "state, sum(amount)" });
await call("group_by", { group_by_statement: "state" });
await call("get_distinct_values", { table: "booking", column: "price" });
await alter("DROP TABLE fw_in_use.old_note");
await call("describe_tables", { tables: ["old_note"] });
await call("search_by_SQL", { query: "SELECT * FROM old_note" });
await call("describe_tables", { tables: ["old_note"] });
const long = call("search_by_SQL", {
  query: "SELECT count(*) FROM booking a JOIN booking b ON a.price <> b.id JOIN booking c ON c.id = b.id",
});
await long;
const slow = client.callTool({
  name: "search_by_SQL",
  arguments: {
    query: "SELECT count(*) FROM booking a JOIN booking b ON a.amount <> b.id",
    workspace: handle,
  },
});
await pause(1000);
await alter("ALTER TABLE fw_in_use.booking ADD COLUMN note text");
console.log(JSON.stringify((await slow).content).slice(0, 300));
await alter("ALTER TABLE fw_in_use.booking ADD COLUMN note text");
await call("conclude", {});
await client.close();
writer.kill();
await owner.query("DROP SCHEMA fw_in_use CASCADE");
await owner.end();
