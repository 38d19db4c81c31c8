/** One element of DER: its tag, its length, and its content. ITU-T X.690 */
export function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

const SHORT = 0x80;
const BYTE = 0x100;

function lengthOf(length: number): readonly number[] {
  if (length < SHORT) return [length];
  return length < BYTE ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

export const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
export const set = (...parts: readonly Buffer[]): Buffer => der(0x31, ...parts);
export const octets = (content: Buffer): Buffer => der(0x04, content);
export const bits = (content: Buffer): Buffer => der(0x03, Buffer.from([0]), content);
export const text = (content: string): Buffer => der(0x0c, Buffer.from(content));
export const integer = (content: Buffer): Buffer => der(0x02, content);
/** An element that its place names. */
export const tagged = (number: number, ...parts: readonly Buffer[]): Buffer => der(0xa0 + number, ...parts);
export const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
/** An instant of the years 1950 to 2049. */
export function utcTime(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}
