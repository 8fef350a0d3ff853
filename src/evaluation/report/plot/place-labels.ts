export interface Label {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface PlacedLabel {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end" | "middle";
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const HEIGHT = 14;
const AWAY = 9;

/** Where the name of each point stands: right of it, left, above or below, where it meets no other and stays inside; none where there is no room. */
export function placeLabels(labels: readonly Label[], inside: Box): readonly (PlacedLabel | undefined)[] {
  const taken: Box[] = labels.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }));
  return labels.map((label, at) => {
    const place = candidates(label).find(({ box }) => {
      const isInside =
        box.left >= inside.left &&
        box.right <= inside.right &&
        box.top >= inside.top &&
        box.bottom <= inside.bottom;
      return isInside && taken.every((other, place) => place === at || !meet(box, other));
    });
    if (place === undefined) return undefined;
    taken.push(place.box);
    return place.placed;
  });
}

function candidates({ x, y, width }: Label): readonly { readonly box: Box; readonly placed: PlacedLabel }[] {
  const at = (left: number, middle: number, placed: PlacedLabel) => ({
    box: { left, right: left + width, top: middle - HEIGHT / 2, bottom: middle + HEIGHT / 2 },
    placed,
  });
  const beside = (middle: number) => [
    at(x + AWAY, middle, { x: x + AWAY, y: middle + 4.5, anchor: "start" }),
    at(x - AWAY - width, middle, { x: x - AWAY, y: middle + 4.5, anchor: "end" }),
  ];
  return [
    ...beside(y),
    at(x - width / 2, y - 16, { x, y: y - 11.5, anchor: "middle" }),
    at(x - width / 2, y + 16, { x, y: y + 20.5, anchor: "middle" }),
    ...beside(y - 14),
    ...beside(y + 14),
  ];
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
