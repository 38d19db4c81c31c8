/** Matches a string or a number; strings are left unchanged. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG_DIGITS = /\d{16}/;
const LONG_INTEGER = /^-?\d{16,}$/;

/**
 * Like JSON.parse, but whole numbers of 16 or more digits become strings: order ids exceed 2^53, and JSON.parse would
 * round them to the id of another order.
 * @throws SyntaxError when the text is not JSON
 */
export function parseLossless(text: string): unknown {
  if (!LONG_DIGITS.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(TEXT_OR_NUMBER, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token)));
}
