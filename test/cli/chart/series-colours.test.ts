import { expect, it } from "vitest";
import { MOST_SERIES } from "../../../src/cli/chart/series-chart.ts";
import { PLOT_COLOURS } from "../../../src/util/draw-plot.ts";

type Triple = readonly [number, number, number];

/** Machado, Oliveira and Fernandes (2009), severity 1, over linear RGB. */
const EYES: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  "full sight": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(hex: string): Triple {
  const at = (from: number): number => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [at(1), at(3), at(5)];
}

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Oklab, in which distances are about as they are seen. */
function seen(colour: Triple, [r, g, b]: readonly [Triple, Triple, Triple]): Triple {
  const shown = [r, g, b].map((row) => Math.min(1, Math.max(0, dot(row, colour))));
  const rgb: Triple = [shown[0] ?? 0, shown[1] ?? 0, shown[2] ?? 0];
  const lms: Triple = [
    Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], rgb)),
    Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], rgb)),
    Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], rgb)),
  ];
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], lms),
    dot([1.9779984951, -2.428592205, 0.4505937099], lms),
    dot([0.0259040371, 0.7827717662, -0.808675766], lms),
  ];
}

const luminance = (hex: string): number => dot([0.2126, 0.7152, 0.0722], linear(hex));

it.each([
  ["light", "#ffffff"],
  ["dark", "#14171a"],
] as const)(
  "colours of series are told apart on a %s page, by whoever is colour-blind, too",
  (page, ground) => {
    const colours = (PLOT_COLOURS[page].match(/#[0-9a-f]{6}/gu) ?? []).slice(0, MOST_SERIES);
    expect(colours).toHaveLength(MOST_SERIES);
    for (const colour of colours) {
      const [dim = 0, bright = 0] = [luminance(colour), luminance(ground)].sort((a, b) => a - b);
      expect((bright + 0.05) / (dim + 0.05), colour).toBeGreaterThanOrEqual(3);
    }
    for (const [eyes, matrix] of Object.entries(EYES)) {
      const all = colours.map((colour) => seen(linear(colour), matrix));
      for (const [at, one] of all.entries())
        for (const other of all.slice(at + 1))
          expect(Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]), eyes).toBeGreaterThan(
            0.1,
          );
    }
  },
);
