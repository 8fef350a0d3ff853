const LONGEST = 80;

/** In quotes, cut where it is long. */
export const quoted = (text: string): string =>
  `"${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}"`;
