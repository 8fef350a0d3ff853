import type { PostgresStore } from "./postgres-store.ts";

/** The secret of that name, the same for all who share the store: `made` where there was none before. */
export async function sharedSecret(
  store: PostgresStore,
  name: string,
  made: Uint8Array,
): Promise<Uint8Array> {
  const secret = store.table("secret");
  return await store.run(async (query) => {
    await query(`INSERT INTO ${secret} (name, content) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      name,
      Buffer.from(made),
    ]);
    const { rows } = await query(`SELECT content FROM ${secret} WHERE name = $1`, [name]);
    return new Uint8Array(rows[0]?.["content"] as Buffer);
  });
}
