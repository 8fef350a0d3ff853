/** In what a value differs from the one that was looked for and is taken for the same: `case or space`, `accents`. */
export function spellingDifference(wanted: string, value: string): string {
  const [a, b] = [squeezed(wanted), squeezed(value)];
  const isCase = a.toLowerCase() === b.toLowerCase();
  if (isCase) return "case or space";
  if (bare(a) === bare(b)) return "accents";
  return bare(a.toLowerCase()) === bare(b.toLowerCase()) ? "case and accents" : "spelling";
}

function squeezed(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ");
}

/** Letters such as ø and ł are letters of their own to Unicode, but not to who leaves the accents out. */
const BARE: Readonly<Record<string, string>> = { ø: "o", Ø: "O", ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i" };

function bare(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[øØłŁđĐı]/gu, (letter) => BARE[letter] ?? letter);
}
