/** In whole bodies shorter texts would be found by chance, and data changed. */
const SHORTEST = 8;

/** A body with the secrets in it replaced: some servers repeat what they were sent, in links to the next page for one. */
export function bodyWithoutSecrets(body: Uint8Array, secrets: readonly string[]): Uint8Array {
  let clean = body;
  for (const secret of secrets.filter(({ length }) => length >= SHORTEST)) {
    const bytes = Buffer.from(clean.buffer, clean.byteOffset, clean.byteLength);
    if (!bytes.includes(secret)) continue;
    const written = Buffer.from(secret).toString("latin1");
    clean = Buffer.from(bytes.toString("latin1").replaceAll(written, "***"), "latin1");
  }
  return clean;
}
