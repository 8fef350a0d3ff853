/** The members that are there; optional members of other types are absent rather than undefined. */
export type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

export function present<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}
