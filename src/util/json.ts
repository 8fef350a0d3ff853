/** A value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** A JSON object. Members that are undefined count as absent. */
export type JsonObject = { readonly [key: string]: Json | undefined };
