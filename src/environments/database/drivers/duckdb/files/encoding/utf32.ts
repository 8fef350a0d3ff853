import { noText, type TextEncoding } from "./text-encoding.ts";

const BYTES = 4;
const LARGEST = 0x10ffff;
/** As many code points are made into text at once: arguments of a call are limited. */
const AT_ONCE = 4096;

/** UTF-32, which `TextDecoder` does not know. */
export function utf32(littleEndian: boolean): TextEncoding {
  return {
    name: littleEndian ? "UTF-32" : "UTF-32BE",
    decoder: ({ fatal }) => {
      let held: Uint8Array = new Uint8Array();
      let started = false;
      const wrong = (): number => {
        if (fatal) throw noText("UTF-32");
        return 0xfffd;
      };
      return {
        decode(bytes) {
          const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
          const whole = all.length - (all.length % BYTES);
          held = all.slice(whole);
          const view = new DataView(all.buffer, all.byteOffset, whole);
          const pieces: string[] = [];
          for (let from = 0; from < whole; from += AT_ONCE * BYTES) {
            const points: number[] = [];
            for (let at = from; at < Math.min(whole, from + AT_ONCE * BYTES); at += BYTES) {
              const point = view.getUint32(at, littleEndian);
              const isMark = !started && point === 0xfeff;
              started = true;
              if (!isMark) points.push(isCharacter(point) ? point : wrong());
            }
            pieces.push(String.fromCodePoint(...points));
          }
          return pieces.join("");
        },
        end: () => {
          const isCut = held.length > 0;
          held = new Uint8Array();
          return isCut ? String.fromCodePoint(wrong()) : "";
        },
      };
    },
  };
}

/** Whether there is such a code point, and it is none of those that UTF-16 makes pairs of. */
export function isCharacter(point: number): boolean {
  return point <= LARGEST && !(point >= 0xd800 && point <= 0xdfff);
}
