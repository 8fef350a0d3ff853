import iconv from "iconv-lite";

/** A text in an encoding that Node can only read. */
export function encodedText(text: string, encoding: string): Uint8Array {
  return iconv.encode(text.normalize("NFC"), encoding.replace(/^IBM/u, "CP"));
}
