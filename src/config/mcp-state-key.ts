import { randomBytes } from "node:crypto";
import { link, mkdir, open, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FuxiError } from "../errors/fuxi-error.ts";
import { query, type Sql } from "../store/sql.ts";
import type { Folders } from "../util/default-folders.ts";
import { openStore } from "./shared-store.ts";

const KEY_BYTES = 32;
const VARIABLE = "FUXI_MCP_STATE_KEY";
const FILE = "mcp-state-key";

/**
 * The key that signs the state of a question while the client holds it: `FUXI_MCP_STATE_KEY` (base64 of 32 bytes or more, the same
 * on all machines that serve the same clients), else 32 random bytes, generated once and stored in the shared store, or in the data folder for the
 * user alone.
 * @throws FuxiError `configuration-invalid` for a variable or a file that cannot be used
 */
export async function mcpStateKey(
  folders: Pick<Folders, "data" | "store">,
  env: NodeJS.ProcessEnv,
): Promise<Uint8Array> {
  const given = env[VARIABLE]?.trim();
  if (given) return decoded(given);
  if (folders.store !== undefined) return await sharedKey(await openStore(folders));
  const { data } = folders;
  const path = join(data, FILE);
  try {
    return (await kept(path)) ?? (await made(data, path));
  } catch (cause) {
    if (FuxiError.isInstance(cause)) throw cause;
    throw new FuxiError("configuration-invalid", `The key of the MCP server cannot be kept in ${path}.`, {
      hint: `Check that the folder can be written to, or set ${VARIABLE}.`,
      cause,
    });
  }
}

/** The key of all processes that share the store. Generates it if there is none. */
async function sharedKey(store: Sql): Promise<Uint8Array> {
  const secret = store.table("secret");
  const { rows } = await store.run(function* () {
    yield* query(`INSERT INTO ${secret} (name, content) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      FILE,
      randomBytes(KEY_BYTES),
    ]);
    return yield* query(`SELECT content FROM ${secret} WHERE name = $1`, [FILE]);
  });
  return new Uint8Array(rows[0]?.["content"] as Uint8Array);
}

function decoded(text: string): Uint8Array {
  const plain = text.replace(/-/gu, "+").replace(/_/gu, "/");
  const key = /^[A-Za-z0-9+/]+={0,2}$/u.test(plain) ? Buffer.from(plain, "base64") : Buffer.alloc(0);
  if (key.length >= KEY_BYTES) return new Uint8Array(key);
  throw new FuxiError("configuration-invalid", `${VARIABLE} is not base64 of ${KEY_BYTES} bytes or more.`, {
    hint: `Make one with: openssl rand -base64 ${KEY_BYTES}`,
  });
}

async function kept(path: string): Promise<Uint8Array | undefined> {
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { mode } = await file.stat();
    // On Windows the mode says nothing about permissions.
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      throw unusable(path, "can be read by other users, who could forge answers with it");
    }
    const key = await file.readFile();
    if (key.length !== KEY_BYTES) throw unusable(path, "is damaged");
    return new Uint8Array(key);
  } finally {
    await file.close();
  }
}

function unusable(path: string, why: string): FuxiError {
  return new FuxiError("configuration-invalid", `The key of the MCP server in ${path} ${why}.`, {
    hint: "Delete the file: a new key is made, and questions that are open with clients are asked anew.",
  });
}

/** Writes a new key to a temporary file first. If several processes start together, one of them links its key to the name that all read. */
async function made(folder: string, path: string): Promise<Uint8Array> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    await writeFile(own, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx", flush: true });
    await link(own, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await unlink(own).catch(() => {});
  }
  const key = await kept(path);
  if (key === undefined) throw unusable(path, "has vanished");
  return key;
}
