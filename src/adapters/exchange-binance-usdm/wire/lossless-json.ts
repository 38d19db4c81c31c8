/**
 * Matches a string or a number; strings are left unchanged. One that never ends matches too: looked for again from each of its
 * quotes, an answer that was cut short would cost the square of its length.
 */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG = 16;
const LONG_INTEGER = /^-?\d{16,}$/;
const [ZERO, NINE] = [0x30, 0x39];

/**
 * Like JSON.parse, but whole numbers of 16 or more digits become strings: order ids exceed 2^53, and JSON.parse would
 * round them to the id of another order.
 * @throws SyntaxError when the text is not JSON
 */
export function parseLossless(text: string): unknown {
  if (!hasLongDigits(text)) return JSON.parse(text);
  return JSON.parse(text.replace(TEXT_OR_NUMBER, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token)));
}

/**
 * Whether so many digits stand in a row anywhere. Of such a row every sixteenth character is one, so only those are read, and
 * their neighbours where they are digits: a regular expression would take as long for a page of candles as parsing it.
 */
function hasLongDigits(text: string): boolean {
  for (let index = LONG - 1; index < text.length; index += LONG) {
    if (!isDigit(text, index)) continue;
    let [from, to] = [index, index + 1];
    while (isDigit(text, from - 1)) from -= 1;
    while (isDigit(text, to)) to += 1;
    if (to - from >= LONG) return true;
  }
  return false;
}

/** False outside the text, whose codes are no numbers. */
function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= ZERO && code <= NINE;
}
