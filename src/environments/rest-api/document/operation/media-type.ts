/** JSON in any of its names: `application/json; charset=utf-8`, `application/hal+json`. */
export function isJsonType(mediaType: string): boolean {
  return /^(?:application|text)\/(?:[\w.-]+\+)?json\b/iu.test(mediaType.trim());
}

export function isFormType(mediaType: string): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/iu.test(mediaType.trim());
}

/** JSON first, then forms, then the rest as they come. */
export function preferredFirst<T>(items: readonly T[], mediaType: (item: T) => string): readonly T[] {
  const rank = (item: T): number => {
    const type = mediaType(item);
    return isJsonType(type) ? 0 : isFormType(type) ? 1 : 2;
  };
  return items.toSorted((one, other) => rank(one) - rank(other));
}
