/** Wilson's 95 % interval for a share; [0, 1] where nothing was counted. */
export function wilsonInterval(hits: number, total: number): readonly [number, number] {
  if (total === 0) return [0, 1];
  const z = 1.96;
  const share = hits / total;
  const spread = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  const centre = share + (z * z) / (2 * total);
  const scale = 1 + (z * z) / total;
  return [(centre - spread) / scale, (centre + spread) / scale];
}
