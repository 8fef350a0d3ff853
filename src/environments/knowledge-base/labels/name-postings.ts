/** Typed arrays of whom each name belongs to: name `n` to those at `starts[n]` to `starts[n + 1]`. */
export interface NamePostings {
  readonly starts: Uint32Array;
  /** Numbers of entities, as the store counts them. */
  readonly entities: Uint32Array;
  /** `NameMark` of each. */
  readonly marks: Uint32Array;
}
