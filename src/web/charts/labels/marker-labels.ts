/** Room that a letter of a label needs, and the least room between two arrows with labels, in pixels. */
const LETTER_PX = 7;
const ARROW_PX = 14;

/**
 * How much room the labels need to the left of a chart, in pixels, so that none is cut at its edge: a label stands in the
 * middle under its point.
 * @param labels - with where their points are, in pixels from the left edge
 */
export function roomOnTheLeft(labels: readonly { readonly x: number; readonly text: string }[]): number {
  return Math.max(0, ...labels.map(({ x, text }) => Math.ceil((text.length * LETTER_PX) / 2) - x));
}

interface Labelled {
  readonly time: number;
  readonly text: string;
}

/**
 * Joins the labels of fills whose arrows stand too close for labels of their own: the first arrow gets "1 2 3", the
 * others none. Every arrow stays at its bar.
 * @param markers on one side of the bars, oldest first
 * @param pixels between two instants of the chart
 */
export function joinLabels<T extends Labelled>(
  markers: readonly T[],
  pixels: (from: number, to: number) => number,
): T[] {
  const joined: T[] = [];
  let head = -1;
  for (const marker of markers) {
    const first = joined[head];
    const room = first === undefined ? 0 : Math.max(ARROW_PX, first.text.length * LETTER_PX);
    if (first !== undefined && pixels(first.time, marker.time) < room) {
      joined[head] = { ...first, text: `${first.text} ${marker.text}` };
      joined.push({ ...marker, text: '' });
    } else {
      head = joined.length;
      joined.push(marker);
    }
  }
  return joined;
}
