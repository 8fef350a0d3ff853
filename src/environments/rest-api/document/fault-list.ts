import type { DocumentFault } from "./api-document.ts";
import type { Place } from "./reading/place.ts";

/** Faults beyond this number are counted, not kept: a generator's one mistake can come thousands of times. */
const MOST = 500;

export interface FaultList {
  add(place: Place, message: string): void;
  list(severalFiles: boolean): readonly DocumentFault[];
}

export function createFaultList(): FaultList {
  const found = new Map<string, { readonly place: Place; readonly message: string }>();
  let left = 0;
  return {
    add(place, message) {
      const key = `${place.file.location}#${place.pointer} ${message}`;
      if (found.has(key)) return;
      if (found.size < MOST) found.set(key, { place, message });
      else left++;
    },
    list(severalFiles) {
      const faults = [...found.values()].map(({ place, message }) => ({
        place: `${severalFiles ? place.file.name : ""}#${place.pointer}`,
        message,
      }));
      return left === 0 ? faults : [...faults, { place: "#", message: `And ${left} more faults.` }];
    },
  };
}
