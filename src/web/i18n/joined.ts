type Joined<Parts extends readonly object[]> = Parts extends readonly [
  infer One,
  ...infer Rest extends readonly object[],
]
  ? One & Joined<Rest>
  : unknown;

/**
 * The words of several catalogues in one. A spread gives its result a shape, which costs time with the square of the keys:
 * a thousand of them cost more than the rest of the file. What begins without a prototype takes one after the other.
 */
export function joined<const Parts extends readonly object[]>(...parts: Parts): Joined<Parts> {
  return Object.assign(Object.create(null), ...parts);
}
