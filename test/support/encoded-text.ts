import { encodingNamed } from "../../src/environments/database/drivers/duckdb/files/encoding/encoding-named.ts";

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** A text in an encoding that Node can only read: what its decoder makes of every byte, and pair of bytes, the other way round. */
export function encodedText(text: string, encoding: string): Uint8Array {
  let table = tables.get(encoding);
  if (table === undefined) {
    table = tableOf(encoding);
    tables.set(encoding, table);
  }
  const bytes = [...text.normalize("NFC")].flatMap((character) => {
    const own = table.get(character);
    if (own === undefined) throw new RangeError(`${encoding} has no ${character}`);
    return own;
  });
  return Uint8Array.from(bytes);
}

function tableOf(name: string): ReadonlyMap<string, readonly number[]> {
  const encoding = encodingNamed(name);
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: readonly number[]): void => {
    const decoder = encoding.decoder({ fatal: true });
    let text: string;
    try {
      text = decoder.decode(Uint8Array.from(bytes)) + decoder.end();
    } catch {
      return;
    }
    if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 0x100; byte++) add(byte);
  if (!/JIS|EUC|GB|Big5/u.test(name)) return table;
  for (let lead = 0x81; lead < 0xff; lead++) for (let byte = 0x40; byte < 0xff; byte++) add(lead, byte);
  return table;
}
