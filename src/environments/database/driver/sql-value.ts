/**
 * A cell as every driver returns it: integers as `number` while exact, else `bigint`; decimals that a float would change as text; dates and times in
 * the engine's own text form; JSON and arrays as text.
 */
export type SqlValue = null | number | bigint | string | boolean | Uint8Array;
