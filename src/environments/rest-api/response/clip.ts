/** A text in at most `most` characters, with its full length told where it was cut. Surrogate pairs stay whole. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text[most - 1] ?? "") ? most - 1 : most;
  return `${text.slice(0, end)}… (${grouped(text.length)} characters)`;
}

/** `4,118` */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A key as it is shown: names as they are, others quoted, long ones cut. */
export function shownKey(key: string): string {
  const short = key.length > 60 ? `${key.slice(0, 60)}…` : key;
  return /^[A-Za-z_$][\w$]*…?$/.test(short) ? short : JSON.stringify(short);
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
