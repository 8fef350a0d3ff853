import { FuxiError } from "../../../../../../errors/fuxi-error.ts";

/** A way in which bytes stand for text. */
export interface TextEncoding {
  /** As a person writes it; `encodingNamed` takes it back. */
  readonly name: string;
  /** One decoder for one text. A fatal one throws where bytes stand for nothing; others put U+FFFD there. */
  decoder(how: { readonly fatal: boolean }): PieceDecoder;
}

/** Turns bytes into text piece by piece. */
export interface PieceDecoder {
  /** The text of these bytes; what is cut in the middle of a character comes with the next. */
  decode(bytes: Uint8Array): string;
  /** What is left when there are no more bytes. */
  end(): string;
}

/** What a fatal decoder throws: whoever reads a file says where in it. */
export function noText(encoding: string): FuxiError {
  return new FuxiError("data-invalid", `The bytes are no ${encoding}.`, {
    hint: "Name the encoding that they are in.",
  });
}
