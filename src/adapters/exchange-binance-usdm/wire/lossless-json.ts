/** A text, or a number. Inside texts nothing is touched. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG_DIGITS = /\d{16}/;
const LONG_INTEGER = /^-?\d{16,}$/;

/**
 * JSON.parse, but whole numbers of 16 digits and more become texts: order ids lie above 2^53, where JSON.parse rounds
 * them to another order's.
 * @throws SyntaxError where the text is no JSON
 */
export function parseLossless(text: string): unknown {
  if (!LONG_DIGITS.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(TEXT_OR_NUMBER, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token)));
}
